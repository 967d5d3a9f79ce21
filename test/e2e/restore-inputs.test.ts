import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Story, tellStory } from "./story.ts";

/** Words of a command line, without the command, and the exit code they must end with. */
type Row = readonly [words: readonly string[], exit: number];

const at = (time: string, exit: number): Row => [["restore", `--at=${time}`, "-y"], exit];

const times: readonly Row[] = [
  at("", 2),
  at(" ", 2),
  at("5", 2),
  at("5x", 2),
  at("-5m", 2),
  at("yesterday", 2),
  at("25:00", 2),
  at("2026-02-30", 2),
  at("0000-01-01", 2),
  at("99999-01-01", 2),
  at("2026-11-20T23:59:60Z", 2),
  at("2999-01-01", 2),
  at("1e308", 2),
  at("NaN", 2),
  at("\u0665m", 2),
  at("x".repeat(2000), 2),
  at("v0", 2),
  at("@prev", 2),
  at("v99999", 3),
  at("v1~99", 3),
  at("op:9", 3),
  at("cp:none", 3),
  at("burst", 3),
  at("30 d", 3),
  at("2001-01-01 00:00", 3),
];

const restores: readonly Row[] = [
  [["restore"], 2],
  [["restore", "-y"], 2],
  [["restore", "--at", "1m", "--version", "v1", "-y"], 2],
  [["restore", "--at", "v5", "--at", "v4", "-y"], 2],
  [["restore", "--att", "v5"], 2],
  [["restore", "--at"], 2],
  [["restore", "", "--at", "v5", "-y"], 2],
  [["restore", "--version", "12", "-y"], 2],
  [["restore", "--version", "v1", "src", "gone.txt", "-y"], 2],
  [["restore", "--at", "v5", "--include", "[", "-y"], 2],
  [["restore", "--at", "v5", "--include", "x".repeat(10_000), "-y"], 2],
  [["restore", "--at", "v5", "--overwrite", "maybe", "-y"], 2],
  [["restore", "--at", "v5", "--to", "", "-y"], 2],
  [["restore", "-p", "src/a.txt", "--at", "v5", "-y"], 2],
  [["restore", "-i", "--at", "v5", "-y"], 2],
  [["restore", "src/a.txt", "--hunks", "9", "--at", "v5", "-y"], 3],
  [["restore", "--version", "v999", "-y"], 3],
  [["restore", "never.txt", "--at", "v5", "-y"], 3],
  [["restore", "unrecorded.bin", "--at", "v5", "-y"], 3],
  [["restore", "/etc/passwd", "--at", "v5", "-y"], 3],
  [["restore", "../../etc", "--at", "v5", "-y"], 3],
  [["restore", ".git/config", "--at", "v5", "-y"], 3],
  [["restore", "src/.git/x", "--version", "v1", "-y"], 3],
  [["restore", "src", "--at", "v5", "--project", "/nowhere", "-y"], 3],
  [["restore", "src", "--at", "v5"], 4],
  [["restore", "src", "--at", "v5", "--json"], 4],
  [["restore", "--at", "v5", "--to", "src", "-y"], 4],
  [["restore", "gone.txt", "-p", "--at", "v5", "-y"], 4],
  [["restore", "--at", "v5", "--plan", "pl-1", "-y"], 5],
];

const undos: readonly Row[] = [
  [["undo"], 3],
  [["undo", "-y"], 3],
  [["undo", "op-9", "-y"], 3],
  [["undo", "--plan", "pl-x", "-y"], 3],
  [["redo", "-y"], 3],
  [["redo", "op-1", "-y"], 3],
  [["undo", "x", "-y"], 2],
  [["undo", "", "-y"], 2],
  [["undo", "-1", "-y"], 2],
  [["undo", "9999999999999999999", "-y"], 2],
  [["undo", "op-1", "op-2", "-y"], 2],
  [["deleted", "--restore", "99", "-y"], 3],
  [["deleted", "--restore", "0", "-y"], 2],
];

/** Every entry with what a write to it would change. */
function footprints(story: Story): string[] {
  return readdirSync(story.home.project, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { ino, mode, mtimeNs, ctimeNs } = lstatSync(story.at(name), { bigint: true });
      return [name, ino, mode, mtimeNs, ctimeNs].join(" ");
    });
}

test("whatever is asked for wrongly is one clear line, the right exit code, and changes nothing", async (t) => {
  await using story = await changedTree();
  const before = footprints(story);
  const history = (await story.log()).length;
  for (const [words, exit] of [...times, ...restores, ...undos]) {
    const title = words.map((word) => JSON.stringify(word.slice(0, 40))).join(" ");
    await t.test(title, async () => {
      const { code, stdout, stderr } = await story.tryUnf(words);
      assert.equal(code, exit, stdout + stderr);
      const said = stderr
        .split("\n")
        .filter((line) => /^(unf: |\{"schema":"unf\.error)/.test(line));
      assert.equal(said.length, 1, stderr);
      assert.doesNotMatch(stderr, /^\s+at /m, "no stack trace");
      assert.deepEqual(footprints(story), before);
    });
  }
  assert.equal((await story.log()).length, history, "no version was added");
  const { stdout } = await story.unf("ops", "--all", "--json");
  assert.deepEqual(JSON.parse(stdout).operations, []);
});

test("what is in the way is named, left alone, and makes the exit code 8", async (t) => {
  await using story = await changedTree();
  const before = footprints(story);
  for (const [path, why] of [
    ["dir", "a directory is in the way"],
    ["fifo", "something that is no file is in the way"],
    ["under", "what should be its directory is not one"],
  ] as const) {
    await t.test(path, async () => {
      const { code, stdout } = await story.tryUnf(["restore", path, "--at", "v6", "-y"]);
      assert.equal(code, 8, stdout);
      assert.ok(stdout.includes(why), stdout);
      assert.match(stdout, /Nothing was restored/);
      assert.deepEqual(footprints(story), before);
    });
  }
});

/** Six files, of which one was edited, one deleted, and the places of three taken by something else. */
async function changedTree(): Promise<Story> {
  const files = ["src/a.txt", "gone.txt", "dir", "fifo", "under/x.txt", "same.txt"];
  const story = await tellStory((path) => {
    for (const directory of ["src", "under"]) mkdirSync(path(directory));
    for (const file of files) writeFileSync(path(file), "1\n");
  });
  writeFileSync(story.at("src/a.txt"), "2\n");
  for (const name of ["gone.txt", "dir", "fifo", "under"])
    rmSync(story.at(name), { recursive: true });
  mkdirSync(story.at("dir"));
  writeFileSync(join(story.at("dir"), "unrecorded.bin"), Buffer.of(1, 0, 2));
  writeFileSync(story.at("unrecorded.bin"), Buffer.of(1, 0, 2));
  execFileSync("mkfifo", [story.at("fifo")]);
  writeFileSync(story.at("under"), "a file now\n");
  await story.flush();
  return story;
}
