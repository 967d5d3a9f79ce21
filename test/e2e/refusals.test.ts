import assert from "node:assert/strict";
import { chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
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

/** Every one must be answered with one line, change nothing, and end with this exit code. */
const hostile: readonly (readonly [code: number, ...words: string[]])[] = [
  ...["0", "-1", "∞", "1e308", "NaN"].map(
    (age) => [2, "prune", `--older-than=${age}`, "--yes"] as const,
  ),
  ...["0", "∞", "1e308"].map((at) => [2, "forget", `--before=${at}`, "--yes"] as const),
  [2, "prune", "--keep-hourly=-1", "--yes"],
  [2, "prune", "--max-size=1e308", "--yes"],
  [2, "prune", "--older-than", "1d", "--include", "[", "--yes"],
  [3, "forget", "never", "--yes"],
  [3, "forget", "../outside", "--yes"],
  [2, "forget", "--hash", "zz", "--yes"],
  [3, "forget", "--project", "/nowhere", "--yes"],
  [2, "du", "--by", "colour"],
  [2, "du", "--depth", "∞"],
  [3, "verify", "nowhere"],
  [2, "export", "git"],
  [2, "export", "git", "out", "--ref", "main"],
  [2, "export", "git", "out", "--since", "1e308"],
  [4, "export", "git", "a.txt"],
  [4, "export", "git", "inside.git"],
  [2, "export", "tar", "--at", "0", "-o", "x.tar"],
  [4, "export", "tar", "--at", "v1", "-o", "a.txt"],
  [3, "export", "tar", "--at", "v1", "-o", "nowhere/x.tar"],
  [2, "import", "rsync"],
  [3, "import", "unfudged", "/nowhere"],
  [3, "import", "agent-undo", "."],
];

test("what keeps, thins out, deletes and moves histories refuses what makes no sense", async (t) => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const listed = async (): Promise<string> => (await story.unf("log", "--all", "--json")).stdout;
  const rows = async (): Promise<unknown> => JSON.parse(await listed()).entries;
  const before = await rows();
  for (const [code, ...words] of hostile) {
    await t.test(words.join(" "), async () => assertRefused(await story.tryUnf(words), code));
  }
  const inHome = join(story.home.unfHome, "x");
  assertRefused(await story.tryUnf(["export", "git", inHome]), 4);
  assertRefused(await story.tryUnf(["export", "tar", "--at", "v1", "-o", inHome]), 4);
  assert.deepEqual(await rows(), before);
  assert.deepEqual(readdirSync(story.home.project), ["a.txt"]);
});
