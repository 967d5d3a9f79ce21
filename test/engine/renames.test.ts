import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { Stage } from "./stage.ts";

const text = (name: string, lines = 20): string =>
  Array.from({ length: lines }, (_, n) => `${name} line ${n}\n`).join("");

/** Moves on disk and says so, as inotify does. */
function move(stage: Stage, from: string, to: string): void {
  disk.renameSync(stage.at(from), stage.at(to));
  stage.gone(from);
  stage.closed(to);
}

/** Settled rows from `id` on, without departures: `rename b < a inode +0 -0`. */
function told(stage: Stage, after = 0): string[] {
  return stage
    .rows()
    .filter((row) => row.id > after && row.settled && row.cause !== "renamed")
    .map(({ event, path, renamedFrom, evidence, counts }) => {
      const origin = renamedFrom === null ? "" : ` < ${renamedFrom} ${evidence}`;
      return `${event} ${path}${origin}${counts === null ? "" : ` +${counts.added} -${counts.removed}`}`;
    });
}

const settleMs = limits.burst.settleMs + 500;

test("a file that is moved is one rename, told in the commit that settles it", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "short\n");
  await stage.start();
  await stage.clock.advance(5000);
  move(stage, "a.txt", "b.txt");
  await stage.clock.advance(settleMs);
  assert.deepEqual(told(stage, 1), ["rename b.txt < a.txt inode +0 -0"]);
  const departure = stage.rows("a.txt").at(-1);
  assert.ok(departure !== undefined);
  assert.deepEqual(
    [departure.event, departure.cause, departure.settled],
    ["delete", "renamed", true],
  );
  assert.equal(stage.timeline.renameOf(departure.id)?.path, "b.txt");
  assert.deepEqual(Object.keys(stage.state()), ["b.txt"]);
});

test("a file that is moved and edited in one burst is one rename, counted from what was shown last", async () => {
  await using stage = new Stage();
  stage.write("a.txt", text("a"));
  await stage.start();
  await stage.clock.advance(5000);
  stage.save("a.txt", `${text("a")}edited before\n`);
  await stage.clock.advance(300);
  move(stage, "a.txt", "b.txt");
  await stage.clock.advance(300);
  stage.save("b.txt", `${text("a")}edited before\nand after\n`);
  await stage.clock.advance(settleMs);
  assert.deepEqual(told(stage, 1), ["rename b.txt < a.txt inode +2 -0"]);
  // Moved and written before anybody looked: the time stamp is another, most lines are not.
  disk.renameSync(stage.at("b.txt"), stage.at("c.txt"));
  stage.write("c.txt", `${text("a")}third\n`);
  const last = await stage.flush();
  assert.deepEqual(told(stage).at(-1), "rename c.txt < b.txt similar +1 -2");
  assert.ok(last !== null);
});

test("a new file that got the inode of a deleted one is not that file", async () => {
  await using stage = new Stage();
  stage.write("a.txt", text("a"));
  stage.write("empty.txt", "");
  await stage.start();
  for (const content of [text("b"), "", "x\n"]) {
    stage.write("old.txt", text(`old ${content}`));
    await stage.flush();
    const { ino } = disk.statSync(stage.at("old.txt"));
    stage.remove("old.txt");
    stage.write("new.txt", content);
    const reused = disk.statSync(stage.at("new.txt")).ino === ino;
    await stage.flush();
    const [created, deleted] = told(stage).slice(-2);
    assert.match(
      created ?? "",
      /^create new.txt/,
      `the inode is ${reused ? "" : "not "}the old one`,
    );
    assert.match(deleted ?? "", /^delete old.txt/);
    stage.remove("new.txt");
    await stage.flush();
  }
  // Both are empty, so the same inode says nothing.
  disk.rmSync(stage.at("empty.txt"));
  stage.write("other.txt", "");
  await stage.flush();
  assert.match(told(stage).at(-1) ?? "", /^create other.txt/);
});

test("a directory that is moved is one rename a file, in one sweep or in two", async () => {
  await using stage = new Stage();
  for (let n = 0; n < 50; n += 1)
    stage.write(`old/d${n % 5}/f${n}.txt`, n < 10 ? "same\n" : `${n}\n`);
  await stage.start();
  await stage.clock.advance(5000);
  disk.renameSync(stage.at("old"), stage.at("new"));
  stage.gone("old");
  stage.hint({ kind: "directory", path: "new" as RelPath });
  await stage.clock.advance(400);
  const rows = told(stage, 50);
  assert.equal(rows.length, 50);
  for (let n = 0; n < 50; n += 1) {
    const path = `d${n % 5}/f${n}.txt`;
    assert.ok(rows.includes(`rename new/${path} < old/${path} inode +0 -0`), rows.join("\n"));
  }
  disk.renameSync(stage.at("new"), stage.at("newest"));
  await stage.flush();
  assert.equal(told(stage, 100).filter((row) => row.startsWith("rename newest/")).length, 50);
});

test("files written anew under other names are told by content, where there is one answer", async () => {
  await using stage = new Stage();
  for (const name of ["one", "two", "three"]) stage.write(`lib/${name}.ts`, text(name));
  stage.write("lib/licence", text("licence"));
  stage.write("app/licence", text("licence"));
  stage.write("app/main.ts", text("main"));
  stage.write("twin-1.txt", text("twin"));
  stage.write("twin-2.txt", text("twin"));
  await stage.start();
  const after = stage.rows().length;
  // As git does it: new files, then the old ones go.
  for (const [from, to] of [
    ["lib", "packages/lib"],
    ["app", "packages/app"],
  ] as const) {
    disk.cpSync(stage.at(from), stage.at(to), { recursive: true });
    disk.rmSync(stage.at(from), { recursive: true });
  }
  disk.appendFileSync(stage.at("packages/lib/two.ts"), "edited\n");
  for (const n of [1, 2]) {
    disk.copyFileSync(stage.at(`twin-${n}.txt`), stage.at(`pair-${n}.txt`));
    disk.rmSync(stage.at(`twin-${n}.txt`));
  }
  await stage.flush();
  assert.deepEqual(told(stage, after).sort(), [
    "create pair-1.txt +20 -0",
    "create pair-2.txt +20 -0",
    "delete twin-1.txt +0 -20",
    "delete twin-2.txt +0 -20",
    "rename packages/app/licence < app/licence content +0 -0",
    "rename packages/app/main.ts < app/main.ts content +0 -0",
    "rename packages/lib/licence < lib/licence content +0 -0",
    "rename packages/lib/one.ts < lib/one.ts content +0 -0",
    "rename packages/lib/three.ts < lib/three.ts content +0 -0",
    "rename packages/lib/two.ts < lib/two.ts similar +1 -0",
  ]);
});

test("a copy is no rename, not even when the original is deleted later", async () => {
  await using stage = new Stage();
  stage.write("a.txt", text("a"));
  await stage.start();
  await stage.clock.advance(5000);
  disk.copyFileSync(stage.at("a.txt"), stage.at("copy.txt"));
  stage.closed("copy.txt");
  await stage.clock.advance(settleMs);
  stage.remove("a.txt");
  stage.gone("a.txt");
  await stage.clock.advance(settleMs * 3);
  assert.deepEqual(told(stage, 1), ["create copy.txt +20 -0", "delete a.txt +0 -20"]);
  disk.copyFileSync(stage.at("copy.txt"), stage.at("next.txt"));
  await stage.flush();
  stage.remove("copy.txt");
  await stage.flush();
  assert.deepEqual(told(stage, 3), ["create next.txt +20 -0", "delete copy.txt +0 -20"]);
});

test("what was there at a flush is no copy of what vanishes after it", async () => {
  await using stage = new Stage();
  stage.write("a.txt", text("a"));
  await stage.start();
  disk.copyFileSync(stage.at("a.txt"), stage.at("copy.txt"));
  await stage.flush();
  await stage.clock.advance(1);
  stage.remove("a.txt");
  await stage.flush();
  await stage.clock.advance(10_000);
  assert.deepEqual(told(stage, 1), ["create copy.txt +20 -0", "delete a.txt +0 -20"]);
});

test("what looks alike waits for others of the same moment that look alike too", async () => {
  await using stage = new Stage();
  stage.write("old/a.txt", text("a"));
  await stage.start();
  await stage.clock.advance(5000);
  stage.remove("old");
  stage.gone("old");
  for (const [name, ms] of [
    ["new", 2500],
    ["newer", 1500],
  ] as const) {
    await stage.clock.advance(ms);
    stage.write(`${name}/b.txt`, text("a"));
    stage.hint({ kind: "directory", path: name as RelPath });
  }
  await stage.clock.advance(10_000);
  assert.deepEqual(told(stage, 1), [
    "delete old/a.txt +0 -20",
    "create new/b.txt +20 -0",
    "create newer/b.txt +20 -0",
  ]);
});

test("a file that is moved over a new one is known by what it is in the end", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "short\n");
  await stage.start();
  await stage.clock.advance(5000);
  stage.save("b.txt", "made by mktemp\n");
  await stage.clock.advance(100);
  move(stage, "a.txt", "b.txt");
  await stage.clock.advance(settleMs);
  assert.deepEqual(told(stage, 1), ["rename b.txt < a.txt inode +0 -0"]);
});

test("what was there before is modified, whatever was moved over it", async () => {
  await using stage = new Stage();
  stage.write("a.txt", text("a"));
  stage.write("b.txt", text("b"));
  stage.write("c.txt", text("c"));
  await stage.start();
  await stage.clock.advance(5000);
  stage.write("a.txt.tmp", text("new"));
  stage.closed("a.txt.tmp");
  await stage.clock.advance(100);
  move(stage, "a.txt.tmp", "a.txt");
  // Two files swap their names.
  disk.renameSync(stage.at("b.txt"), stage.at("swap"));
  move(stage, "c.txt", "b.txt");
  move(stage, "swap", "c.txt");
  await stage.clock.advance(settleMs);
  assert.deepEqual(told(stage, 3).sort(), [
    "modify a.txt +20 -20",
    "modify b.txt +20 -20",
    "modify c.txt +20 -20",
  ]);
});

test("a file that goes through several names ends at the last one, with its history", async () => {
  await using stage = new Stage();
  stage.write("a.txt", text("a"));
  await stage.start();
  await stage.clock.advance(5000);
  move(stage, "a.txt", "b.txt");
  await stage.clock.advance(700);
  move(stage, "b.txt", "c.txt");
  await stage.clock.advance(settleMs);
  assert.deepEqual(told(stage, 1), ["rename c.txt < a.txt inode +0 -0"]);
  // One step a burst.
  move(stage, "c.txt", "d.txt");
  await stage.clock.advance(settleMs);
  move(stage, "d.txt", "E.txt");
  await stage.clock.advance(settleMs);
  move(stage, "E.txt", "e.txt");
  await stage.clock.advance(settleMs);
  assert.deepEqual(told(stage).slice(-3), [
    "rename d.txt < c.txt inode +0 -0",
    "rename E.txt < d.txt inode +0 -0",
    "rename e.txt < E.txt inode +0 -0",
  ]);
});

test("a file that is moved while nobody watches is found by the next sweep, after a restart too", async () => {
  await using stage = new Stage();
  stage.write("dir/a.txt", "a\n");
  stage.write("dir/b.txt", text("b"));
  await stage.start();
  await stage.crash();
  disk.renameSync(stage.at("dir"), stage.at("dir2"));
  await stage.project.start({ cause: "sweep", awaySince: stage.clock.wall() });
  assert.deepEqual(told(stage, 2).sort(), [
    "rename dir2/a.txt < dir/a.txt inode +0 -0",
    "rename dir2/b.txt < dir/b.txt inode +0 -0",
  ]);
});

test("what unf itself writes and deletes is an operation and no rename", async () => {
  await using stage = new Stage();
  stage.write("old.txt", text("a"));
  await stage.start();
  const before = await stage.flush();
  assert.ok(before !== null);
  disk.renameSync(stage.at("old.txt"), stage.at("new.txt"));
  await stage.flush();
  assert.deepEqual(told(stage, before), ["rename new.txt < old.txt inode +0 -0"]);
  await stage.restore({ target: { id: before } });
  assert.deepEqual(Object.keys(stage.state()), ["old.txt"]);
  await stage.flush();
  const own = stage.rows().filter((row) => row.cause === "operation");
  assert.deepEqual(own.map(({ event, path }) => `${event} ${path}`).sort(), [
    "create old.txt",
    "delete new.txt",
  ]);
});

test("the tree at any row is what it was, whatever became a rename later", async () => {
  await using stage = new Stage();
  stage.write("a.txt", text("a"));
  await stage.start();
  const before = await stage.flush();
  assert.ok(before !== null);
  const tree = stage.state();
  await stage.clock.advance(5000);
  move(stage, "a.txt", "b.txt");
  await stage.clock.advance(settleMs);
  assert.deepEqual(stage.state(before), tree);
  assert.deepEqual(Object.values(stage.state()), Object.values(tree));
  assert.equal(stage.timeline.facts().files, 1);
});

test("a file that a sweep saw half written is recognised by what it is a moment later", async () => {
  await using stage = new Stage();
  stage.write("old/a.txt", text("a"));
  await stage.start();
  await stage.clock.advance(5000);
  stage.write("new/a.txt", "");
  stage.hint({ kind: "directory", path: "new" as RelPath });
  await stage.clock.advance(100);
  stage.save("new/a.txt", text("a"));
  stage.remove("old");
  stage.gone("old");
  await stage.clock.advance(settleMs * 2);
  assert.deepEqual(told(stage, 1), [
    "rename new/a.txt < old/a.txt content +0 -20",
    "modify new/a.txt +20 -0",
  ]);
});
