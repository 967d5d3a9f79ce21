import assert from "node:assert/strict";
import { lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { limits } from "@unf/core/config";
import { type FakeTrees, Scene } from "./ledger-scene.ts";

const { closedMs, lookEveryMs, lookEveryMsMax } = limits.sessions.life;

test("what a person saves beside a command that sleeps or logs is not the command's", async () => {
  await using scene = new Scene();
  const agent = scene.agent("codex");
  await scene.begin(agent);
  scene.write("beside-sleep.txt", "a person's words\n");
  assert.equal(await scene.settled("beside-sleep.txt"), "unknown null");
  scene.write("beside-log.txt", "a person's words\n");
  scene.trees.grow(100, 9);
  assert.equal(await scene.settled("beside-log.txt"), "unknown null");
  scene.write("its.txt", "the agent's words\n");
  scene.trees.grow(100, 18, 4096);
  assert.equal(await scene.settled("its.txt"), "window codex");
});

/** Bytes that the agent's processes write meanwhile; the deed; and its author then. */
type Play = readonly [
  title: string,
  agent: (trees: FakeTrees) => void,
  act: (scene: Scene) => void,
  author: string,
];

const runs = (trees: FakeTrees): void => trees.grow(100, 0);
const writes = (trees: FakeTrees): void => trees.grow(100, 30, 4096);
const remove = ({ stage }: Scene): void => {
  stage.remove("old.txt");
  stage.gone("old.txt");
};

const plays: readonly Play[] = [
  [
    "one word in place while the command writes a shorter one is a person's",
    (trees) => trees.grow(100, 2),
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "unknown null",
  ],
  [
    "one word in place while it writes as much is the command's",
    (trees) => trees.grow(100, 3),
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "window codex",
  ],
  [
    "a file put into its place is a person's where its bytes are not there",
    (trees) => trees.grow(100, 9),
    (scene) => scene.write("old.txt", "one TWO three\n", ".swap"),
    "unknown null",
  ],
  [
    "a file put into its place may be the command's where they are",
    writes,
    (scene) => scene.write("old.txt", "one TWO three\n", ".swap"),
    "window codex",
  ],
  ["a deletion while the command sleeps is a person's", () => undefined, remove, "unknown null"],
  ["a deletion while it runs may be the command's", runs, remove, "window codex"],
  [
    "where pages are not counted, who has written nothing may have changed them all the same",
    (trees) => {
      trees.charges = "bytes";
      runs(trees);
    },
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "window codex",
  ],
  [
    "where files share pages, who has run may have changed them for nothing",
    (trees) => {
      trees.charges = "nothing";
      runs(trees);
    },
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "window codex",
  ],
  [
    "a look that is not complete excludes nobody",
    (trees) => {
      trees.isSteady = false;
    },
    (scene) => scene.write("old.txt", "one TWO three\n"),
    "window codex",
  ],
];

for (const [title, work, act, author] of plays) {
  test(title, async () => {
    await using scene = new Scene();
    scene.write("old.txt", "one two three\n");
    await scene.begin(scene.agent("codex"));
    // Time in which nobody does anything.
    await scene.clock.advance(10 * lookEveryMsMax);
    act(scene);
    work(scene.trees);
    assert.equal(await scene.settled("old.txt"), author);
  });
}

test("of two commands that run at once the one wrote it that can have", async () => {
  await using scene = new Scene();
  await scene.begin(scene.agent("codex", 100), scene.agent("pi", 200));
  scene.write("of-pi.txt", "the words of pi\n");
  scene.trees.grow(100, 2);
  scene.trees.grow(200, 16);
  assert.equal(await scene.settled("of-pi.txt"), "window pi");
});

test("what was written before the event of it came is not taken for what came after", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one two three\n");
  await scene.begin(scene.agent("codex"));
  // The watcher is late: what it has not told of yet lies before the looks of this second.
  let tell = (): void => undefined;
  scene.stage.onBarrier = () => new Promise<void>((resolve) => (tell = resolve));
  scene.stage.write("old.txt", "one TWO three\n");
  scene.trees.grow(100, 14, 4096);
  await scene.clock.advance(5 * lookEveryMs);
  scene.stage.onBarrier = () => undefined;
  tell();
  scene.stage.closed("old.txt");
  assert.equal(await scene.settled("old.txt"), "window codex");
});

test("what was written elsewhere for a while and then moved here may be the command's", async () => {
  await using scene = new Scene();
  await scene.begin(scene.agent("codex"));
  const elsewhere = join(scene.stage.directory, "elsewhere.txt");
  scene.writeBytes(elsewhere, "a long download\n");
  scene.trees.grow(100, 16, 4096);
  await scene.clock.advance(10 * lookEveryMs);
  scene.trees.grow(100, 0);
  renameSync(elsewhere, scene.stage.at("moved.txt"));
  scene.stage.closed("moved.txt");
  assert.equal(await scene.settled("moved.txt"), "window codex");
});

test("after events were lost nobody is excluded by them", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one two three\n");
  await scene.begin(scene.agent("codex"));
  scene.stage.hint({ kind: "overflow", proven: true });
  await scene.clock.advance(lookEveryMs);
  scene.write("old.txt", "one TWO three\n");
  assert.equal(await scene.settled("old.txt"), "window codex");
});

test("what was judged stays so when its command and its agent have ended", async () => {
  await using scene = new Scene();
  const agent = scene.agent("codex");
  await scene.begin(agent);
  scene.write("beside.txt", "a person's words\n");
  assert.equal(await scene.settled("beside.txt"), "unknown null");
  await agent.tell({ kind: "session_end" });
  assert.equal(await scene.settled("beside.txt"), "unknown null");
});

test("what the command writes once a save was closed and looked after has not made the save", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one two three\n");
  await scene.begin(scene.agent("codex"));
  await scene.clock.advance(10 * lookEveryMsMax);
  scene.write("old.txt", "one TWO three\n");
  await scene.clock.advance(closedMs + 1);
  scene.trees.grow(100, 300, 4096);
  assert.equal(await scene.settled("old.txt"), "unknown null");
});

test("of a file that got the number of one that was deleted all was written", async () => {
  await using scene = new Scene();
  scene.write("old.txt", "one two three\n");
  await scene.begin(scene.agent("codex"));
  await scene.clock.advance(10 * lookEveryMsMax);
  scene.write("old.txt", "one two");
  const { ino } = lstatSync(scene.stage.at("old.txt"), { bigint: true });
  scene.trees.births.set(ino, scene.clock.wall());
  scene.trees.grow(100, 3);
  assert.equal(await scene.settled("old.txt"), "unknown null");
});
