import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { talk } from "../testing/fake-host.ts";

test("a path through a link is refused, a link itself and a deleted directory are not", async (context) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "unf-place-")));
  context.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "proj/src"), { recursive: true });
  mkdirSync(join(root, "outside"));
  writeFileSync(join(root, "outside/secret"), "s");
  symlinkSync("../outside", join(root, "proj/out"));
  symlinkSync("src", join(root, "proj/in"));
  const answer = () => ({ root, entries: [], next: null });
  const projects = [join(root, "proj")];
  await using fake = await talk({ projects, directory: join(root, "proj"), answer });
  for (const path of ["out/secret", "in/a.ts", join(root, "proj/out/secret")]) {
    await assert.rejects(fake.call("unf_log", { paths: [path] }), { code: -32602 }, path);
  }
  const paths = ["out", "gone/deep/a.ts", "src//a.ts", ".", join(root, "proj")];
  await fake.call("unf_log", { paths });
  const words = fake.questions[0]?.asked.paths as string[];
  assert.deepEqual(
    words.map((word) => word.slice(root.length)),
    ["/proj/out", "/proj/gone/deep/a.ts", "/proj/src/a.ts", "/proj", "/proj"],
  );
});
