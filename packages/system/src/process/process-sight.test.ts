import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { ProcessSight } from "@unf/core/attribution";
import { readProcessSight } from "./process-sight.ts";

const skip = process.platform === "linux" ? false : "needs Linux's /proc";

const files = {
  stat: "self/stat",
  openFiles: "self/fd/0",
  info: "self/fdinfo/0",
  children: "self/task/7/children",
  bytes: "self/io",
  others: "1/stat",
};

/** The sight of a /proc with these files. */
function sightOf(t: TestContext, paths: readonly string[]): ProcessSight {
  const proc = mkdtempSync(join(tmpdir(), "unf-proc-"));
  t.after(() => rmSync(proc, { recursive: true }));
  for (const path of paths) {
    mkdirSync(dirname(join(proc, path)), { recursive: true });
    writeFileSync(join(proc, path), "");
  }
  return readProcessSight(proc);
}

test("what a system lets see of processes is asked for, each by itself", { skip }, (t) => {
  const all = Object.values(files);
  const without = (path: string): readonly string[] => {
    const sight = sightOf(
      t,
      all.filter((one) => one !== path),
    );
    return Object.entries(sight).flatMap(([name, isSeen]) => (isSeen ? [] : [name]));
  };
  assert.deepEqual(without(""), []);
  assert.deepEqual(without(files.stat), ["processes"]);
  assert.deepEqual(without(files.openFiles), ["openFiles"]);
  assert.deepEqual(without(files.info), ["openFiles"]);
  assert.deepEqual(without(files.children), ["children"]);
  assert.deepEqual(without(files.bytes), ["bytes"]);
  assert.deepEqual(without(files.others), ["others"]);
  assert.deepEqual(Object.values(sightOf(t, [])), [true, false, false, false, false, false]);
});

/** As another user below mounts of their own, whose /proc is mounted so; as text what it says. */
function asOther(options: string, program: string): string {
  const script = `mount -t proc -o ${options} proc /proc && exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"`;
  const words = [process.execPath, "--input-type=module", "-e", program];
  const { stdout } = spawnSync("unshare", ["-m", "sh", "-c", script, "sh", ...words], {
    encoding: "utf8",
  });
  return stdout.trim();
}

test("a /proc that hides the processes of other users is known", (t) => {
  if (process.getuid?.() !== 0) return t.skip("needs root, to mount and to become another user");
  const module = join(dirname(fileURLToPath(import.meta.url)), "process-sight.ts");
  const program = `const { readProcessSight } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(readProcessSight()));`;
  const said = asOther("hidepid=2", program);
  if (said === "") return t.skip("mounts, or these files, are not open to another user here");
  const seen = readProcessSight();
  assert.equal(seen.others, true);
  assert.deepEqual(JSON.parse(said), { ...seen, others: false });
});
