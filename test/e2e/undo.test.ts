import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { type Story, tellingBeside, tellStory } from "./story.ts";

const tellBeside = tellingBeside();

const lines = (...words: readonly string[]) => words.map((word) => `${word}\n`).join("");

interface OpJson {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly files: number;
  readonly undone_by: string | null;
}

async function ops(story: Story): Promise<string[]> {
  const { stdout } = await story.unf("ops", "--json", "--project", story.home.project);
  const { operations } = JSON.parse(stdout) as { operations: OpJson[] };
  return operations.map(({ id, kind, undone_by }) =>
    [id, kind, ...(undone_by === null ? [] : ["undone by", undone_by])].join(" "),
  );
}

/** A file with three recorded contents, 1 to 3. */
async function threeVersions(tell: typeof tellBeside): Promise<Story> {
  const story = await tell((at) => writeFileSync(at("a.txt"), "1\n"));
  for (const word of ["2", "3"]) {
    await story.flush();
    writeFileSync(story.at("a.txt"), `${word}\n`);
  }
  await story.flush();
  return story;
}

test("undo goes back level by level, redo comes forward, across a restart, until a new restore", async () => {
  await using story = await threeVersions(tellStory);
  const read = () => readFileSync(story.at("a.txt"), "utf8");
  await story.unf("restore", "a.txt", "--version", "v1", "--yes");
  await story.unf("restore", "a.txt", "--version", "v2", "--yes");
  const seen = [read()];
  const told: string[] = [];
  for (const words of [["undo"], ["undo"], ["redo"], ["redo"]]) {
    if (words[0] === "redo") await story.unf("restart");
    told.push((await story.unf(...words, "--yes")).stdout.trimEnd().split("\n").at(-1) ?? "");
    seen.push(read());
  }
  assert.deepEqual(seen, ["2\n", "1\n", "3\n", "1\n", "2\n"]);
  assert.match(told[0] ?? "", /Undid {2}op-2 \(restore .*\): 1 file . redo: unf redo op-2/);
  assert.match(told[2] ?? "", /Redid {2}op-1 \(restore .*\): 1 file . undo: unf undo op-1/);
  assert.deepEqual(await ops(story), [
    "op-6 redo",
    "op-5 redo",
    "op-4 undo undone by op-5",
    "op-3 undo undone by op-6",
    "op-2 restore",
    "op-1 restore",
  ]);
  const none = await story.tryUnf(["redo", "--yes"]);
  assert.equal(none.code, 3, none.stdout + none.stderr);
});

test("without a daemon undo and redo work in the command's own process", async () => {
  await using story = await threeVersions(tellStory);
  await story.unf("restore", "a.txt", "--version", "v1", "--yes");
  await story.unf("stop");
  await story.unf("undo", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "3\n");
  await story.unf("redo", "op-1", "--yes");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
});

test("an undo keeps what was changed since: on other lines merged, on the same lines named", async () => {
  const before = lines("one", "two", "three", "four", "five", "six", "seven");
  await using story = await tellBeside((at) => {
    writeFileSync(at("other.txt"), before);
    writeFileSync(at("same.txt"), before);
  });
  await story.flush();
  const first = (await story.log())[0]?.id ?? "";
  const later = before.replace("two", "TWO");
  for (const name of ["other.txt", "same.txt"]) writeFileSync(story.at(name), later);
  await story.flush();
  await story.unf("restore", "--at", first, "--yes");
  writeFileSync(story.at("other.txt"), before.replace("six", "6"));
  writeFileSync(story.at("same.txt"), before.replace("two", "zwei"));
  const undone = await story.tryUnf(["undo", "--yes", "--json"]);
  assert.equal(undone.code, 8, undone.stderr);
  assert.equal(readFileSync(story.at("other.txt"), "utf8"), later.replace("six", "6"));
  assert.equal(readFileSync(story.at("same.txt"), "utf8"), before.replace("two", "zwei"));
  const { actions } = JSON.parse(undone.stdout) as {
    actions: { path: string; action: string; merged?: boolean; overlaps?: unknown }[];
  };
  assert.deepEqual(
    actions.map(({ path, action, merged, overlaps }) => [path, action, merged ?? overlaps]),
    [
      ["other.txt", "write", true],
      ["same.txt", "kept", [{ line: 2, lines: 1 }]],
    ],
  );
  const again = await story.tryUnf(["redo", "--yes", "--plan", "pl-00000000"]);
  assert.equal(again.code, 5, "another plan than the one asked for");
});

test("undo brings back what a restore removed and removes what it brought back", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("old.txt"), "old\n"));
  await story.flush();
  rmSync(story.at("old.txt"));
  mkdirSync(story.at("src/deep"), { recursive: true });
  writeFileSync(story.at("src/deep/new.txt"), "new\n");
  await story.flush();
  await story.unf("restore", "--at", "v1", "--exact", "--yes");
  assert.deepEqual([existsSync(story.at("old.txt")), existsSync(story.at("src"))], [true, false]);
  await story.unf("undo", "--yes");
  assert.equal(existsSync(story.at("old.txt")), false);
  assert.equal(readFileSync(story.at("src/deep/new.txt"), "utf8"), "new\n");
});

test("op:1 names the state just before an operation", async () => {
  await using story = await threeVersions(tellBeside);
  await story.unf("restore", "a.txt", "--version", "v1", "--yes");
  assert.equal((await story.unf("cat", "a.txt", "--at", "op:1")).stdout, "3\n");
});

test("deleted lists what vanished, and brings it back by number as one operation", async () => {
  await using story = await tellBeside((at) => {
    mkdirSync(at("src"));
    for (const name of ["a.txt", "src/b.txt", "src/c.txt", "moved.txt"]) {
      writeFileSync(at(name), `${name} has a text of its own\n`);
    }
  });
  await story.flush();
  rmSync(story.at("src"), { recursive: true });
  renameSync(story.at("moved.txt"), story.at("renamed.txt"));
  await story.flush();
  const listed = async () => {
    const { files } = JSON.parse((await story.unf("deleted", "--json")).stdout) as {
      files: { number: number; path: string }[];
    };
    return files.map(({ path }) => path).sort();
  };
  assert.deepEqual(await listed(), ["src/b.txt", "src/c.txt"]);
  const asked = await story.tryUnf(["deleted", "--restore", "1-2"]);
  assert.equal(asked.code, 4, "nobody said yes");
  await story.unf("deleted", "--restore", "1-2", "--yes");
  assert.equal(readFileSync(story.at("src/c.txt"), "utf8"), "src/c.txt has a text of its own\n");
  assert.deepEqual(await listed(), []);
  assert.deepEqual(await ops(story), ["op-1 restore"]);
  await story.unf("undo", "--yes");
  assert.deepEqual(await listed(), ["src/b.txt", "src/c.txt"]);
});
