import assert from "node:assert/strict";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type Finished, runUnf, tempHome } from "../kit/index.ts";
import { tellStory } from "./story.ts";

/** One clear line, perhaps a hint, no stack trace. */
function assertRefused(finished: Finished, code: number): void {
  assert.equal(finished.code, code, finished.stdout + finished.stderr);
  const said = finished.stderr.trimEnd().split("\n");
  // A command that resolved a time says so first.
  const lines = said.filter((line) => !line.startsWith("at "));
  assert.ok(lines.length <= 2, finished.stderr);
  assert.match(lines[0] ?? "", /^unf: \S/);
  assert.doesNotMatch(finished.stderr, /^\s+at .*:\d+:\d+|node:internal/m);
  assert.equal(finished.stdout, "");
}

test("directories that must not be watched are refused with one line", async (t) => {
  await using home = tempHome();
  const watch = (...args: string[]): Promise<Finished> => runUnf(["watch", ...args], { home });
  await t.test("the root of the file system", async () =>
    assertRefused(await watch("/", "--yes"), 4),
  );
  await t.test("the user's home without --yes", async () =>
    assertRefused(await watch(home.home), 4),
  );
  await t.test("a directory that is not there", async () =>
    assertRefused(await watch(join(home.root, "nowhere")), 3),
  );
  await t.test("a file", async () => {
    writeFileSync(join(home.project, "file.txt"), "x\n");
    assertRefused(await watch(join(home.project, "file.txt")), 3);
  });
  await t.test("unf's own home and a parent of it", async () => {
    mkdirSync(join(home.project, "store"));
    const env = { UNF_HOME: join(home.project, "store") };
    assertRefused(await runUnf(["watch", join(home.project, "store")], { home, env }), 4);
    assertRefused(await runUnf(["watch", home.project], { home, env }), 4);
  });
  await t.test(
    "a directory of another user",
    { skip: process.getuid?.() !== 0 && "needs root to make one" },
    async () => {
      const foreign = join(home.root, "foreign");
      mkdirSync(foreign);
      chownSync(foreign, 12_345, 12_345);
      assertRefused(await watch(foreign), 4);
    },
  );
});

test("a store of another program is refused and named", async () => {
  await using home = tempHome();
  mkdirSync(home.unfHome, { mode: 0o700 });
  writeFileSync(join(home.unfHome, "projects.json"), "{}");
  const refused = await runUnf(["watch", home.project], { home });
  assertRefused(refused, 4);
  assert.match(refused.stderr, /UNF_HOME/);
  assertRefused(await runUnf(["log"], { home }), 4);
});

test("times that cannot be are usage errors", async (t) => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  for (const time of [
    "tomorrow 10:00",
    "2999-01-01 10:00",
    "5x",
    "",
    "25:00",
    "2026-02-30 10:00",
    "-5m",
  ]) {
    await t.test(JSON.stringify(time), async () => {
      assertRefused(await story.tryUnf(["cat", "a.txt", `--at=${time}`]), 2);
      assertRefused(await story.tryUnf(["restore", `--at=${time}`, "--yes"]), 2);
    });
  }
});

test("what is not watched or not known is exit 3", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  assertRefused(await story.tryUnf(["log"], { cwd: story.home.home }), 3);
  assertRefused(await story.tryUnf(["cat", "never.txt"]), 3);
  assertRefused(await story.tryUnf(["cat", "v99999"]), 3);
  assertRefused(await story.tryUnf(["restore", "--version", "v99999", "--yes"]), 3);
  assertRefused(await story.tryUnf(["restore", "--at", "2001-01-01 00:00", "--yes"]), 3);
});

test("wrong words are usage errors with a suggestion, and --json makes the error a document", async () => {
  await using home = tempHome();
  const typo = await runUnf(["lgo"], { home });
  assertRefused(typo, 2);
  assert.match(typo.stderr, /log/);
  assertRefused(await runUnf(["log", "--sinze", "5m"], { home }), 2);
  const json = await runUnf(["log", "--json"], { home });
  const document = JSON.parse(json.stderr) as { schema: string; code: string; exit: number };
  assert.deepEqual([document.schema, document.exit, json.code], ["unf.error/1", 3, 3]);
});
