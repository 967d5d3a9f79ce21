import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import { type RelPath, type SnapshotId, StorageError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { BurstMark } from "@unf/core/timeline";
import { FakeClock } from "../kit/fake-clock.ts";
import { type Picture, readPicture, Stage } from "./stage.ts";

// A fifth of the real number, so that the tests need few files.
const mass = { ...limits.mass, pathsMin: 50 };
const { pathsMin, pauseMs } = mass;

function names(count: number, prefix = "src/"): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}d${n % 20}/f${n}.ts`);
}

/** A project of so many files, recorded. */
async function grown(count: number, clock?: FakeClock): Promise<Stage> {
  const stage = new Stage({ limits: { mass }, ...(clock === undefined ? {} : { clock }) });
  for (const name of names(count)) stage.write(name, `// ${name}\nold\n`);
  await stage.start();
  await stage.clock.advance(60_000);
  return stage;
}

function onlyMark(stage: Stage): BurstMark {
  const [mark, ...more] = stage.timeline.bursts();
  assert.ok(mark !== undefined, "a mark");
  assert.deepEqual(more, []);
  return mark;
}

function stateAt(stage: Stage, { before }: BurstMark): Picture {
  return stage.state(before as SnapshotId);
}

/** Rewrites the files, ten in 50 ms, as a codemod does. */
async function rewrite(stage: Stage, paths: readonly string[], content: string): Promise<void> {
  for (const [n, path] of paths.entries()) {
    stage.save(path, `// ${path}\n${content}\n`);
    if (n % 10 === 9) await stage.clock.advance(50);
  }
}

test("a mass change is marked before its first change, byte for byte, and is swept", async () => {
  await using stage = await grown(150);
  const before = readPicture(stage.root);
  await rewrite(stage, names(150), "new");
  const early = stage.rows().length - 150;
  assert.ok(early <= pathsMin, `${early} captures of 150 before it is quiet`);
  await stage.clock.advance(1000);
  assert.deepEqual(stage.state(), readPicture(stage.root));
  const mark = onlyMark(stage);
  assert.deepEqual(stateAt(stage, mark), before);
  assert.deepEqual([mark.changed, mark.deleted], [150, 0]);
  assert.equal(mark.to - mark.from < 2500, true);
});

test("what came a moment before a mass change is part of the state before it", async () => {
  await using stage = await grown(150);
  stage.save("src/saved.ts", "by hand\n");
  await stage.clock.advance(pauseMs + 20);
  const before = readPicture(stage.root);
  await rewrite(stage, names(150), "new");
  await stage.clock.advance(1000);
  assert.deepEqual(stateAt(stage, onlyMark(stage)), before);
});

test("a row that waits for its commit when a mass change begins lies before it", async () => {
  await using stage = await grown(150);
  // The first commits at once, the second waits to share a flush.
  stage.save("a.ts", "1\n");
  await stage.clock.advance(1);
  stage.save("b.ts", "1\n");
  await stage.clock.advance(pauseMs);
  stage.save("c.ts", "1\n");
  await stage.clock.advance(1);
  stage.save("d.ts", "1\n");
  await stage.clock.advance(pauseMs + 1);
  const before = readPicture(stage.root);
  await rewrite(stage, names(150), "new");
  await stage.clock.advance(1000);
  assert.deepEqual(stateAt(stage, onlyMark(stage)), before);
});

test("many writes to few files are no mass change, and keep their early captures", async () => {
  await using stage = await grown(40);
  for (let round = 0; round < 40; round += 1) {
    for (const path of names(40)) stage.save(path, `round ${round}\n`);
    await stage.clock.advance(25);
  }
  await stage.clock.advance(5000);
  assert.deepEqual(stage.timeline.bursts(), []);
  // After 100 ms, then 200, then 400.
  assert.ok(stage.rows("src/d0/f0.ts").length >= 5, stage.story("src/d0/f0.ts").join("\n"));
});

test("a file that was hot before a mass change keeps its versions through it", async () => {
  await using stage = await grown(150);
  stage.save("hot.ts", "0\n");
  await stage.clock.advance(1);
  const paths = names(150);
  for (const [n, path] of paths.entries()) {
    stage.save(path, "new\n");
    if (n % 10 === 9) stage.save("hot.ts", `${n}\n`);
    if (n % 10 === 9) await stage.clock.advance(40);
  }
  await stage.clock.advance(5000);
  // At once, after 100 ms, and 200 ms later.
  assert.ok(stage.rows("hot.ts").length >= 3, stage.story("hot.ts").join("\n"));
  onlyMark(stage);
});

test("a mass change that goes on is swept every second, and pauses do not part it", async () => {
  await using stage = await grown(400);
  const before = readPicture(stage.root);
  const paths = names(400);
  await rewrite(stage, paths.slice(0, 320), "new");
  const behind = 320 - (stage.rows().length - 400);
  // One second of it and what one sweep takes.
  assert.ok(behind <= 260, `${behind} files are not captured yet`);
  await stage.clock.advance(mass.resumeMs - 500);
  await rewrite(stage, paths.slice(320), "new");
  await stage.clock.advance(2000);
  const mark = onlyMark(stage);
  assert.deepEqual(stateAt(stage, mark), before);
  assert.equal(mark.changed, 400);
  await stage.clock.advance(mass.resumeMs);
  await rewrite(stage, paths.slice(0, 60), "later");
  await stage.clock.advance(2000);
  assert.equal(stage.timeline.bursts().length, 2, "the next one has its own mark");
});

test("a deleted tree comes back to the last file with the state before the burst", async () => {
  await using stage = await grown(150);
  const before = readPicture(stage.root);
  const gone = names(150).filter((_, n) => n % 20 !== 0);
  disk.mkdirSync(stage.at("kept"));
  for (const path of gone) {
    stage.remove(path);
    stage.gone(path);
  }
  await stage.clock.advance(1000);
  const mark = onlyMark(stage);
  assert.deepEqual([mark.changed, mark.deleted], [0, gone.length]);
  await stage.restore({ target: { id: mark.before as SnapshotId } });
  assert.deepEqual(readPicture(stage.root), before);
  // The hints of its own writes arrive afterwards.
  stage.closed(...gone);
  await stage.clock.advance(5000);
  assert.deepEqual(stage.timeline.bursts(), [mark], "a restore is no mass change");
});

test("files that are not recorded make no mass change, and none is marked at the baseline", async () => {
  await using stage = await grown(10);
  const built = names(150).map((name) => name.replace(".ts", ".pyc"));
  for (const path of built) stage.save(path, "x");
  await stage.clock.advance(5000);
  assert.deepEqual(stage.timeline.bursts(), []);
  await using fresh = new Stage();
  for (const name of names(150)) fresh.save(name, "1\n");
  await fresh.start();
  await fresh.clock.advance(5000);
  assert.deepEqual(fresh.timeline.bursts(), []);
});

test("a flush in the middle of a mass change records everything and the mark with it", async () => {
  await using stage = await grown(150);
  const before = readPicture(stage.root);
  await rewrite(stage, names(150), "new");
  await stage.flush();
  assert.deepEqual(stage.state(), readPicture(stage.root));
  const mark = onlyMark(stage);
  assert.deepEqual(stateAt(stage, mark), before);
  assert.equal(mark.changed, 150);
});

test("what follows a flush at once is a mass change of its own", async () => {
  await using stage = await grown(150);
  await rewrite(stage, names(150), "new");
  await stage.flush();
  const between = readPicture(stage.root);
  await stage.clock.advance(1000);
  await rewrite(stage, names(150), "newer");
  await stage.flush();
  const [, second, ...more] = stage.timeline.bursts();
  assert.deepEqual(more, []);
  assert.ok(second !== undefined, "two mass changes");
  assert.deepEqual(stateAt(stage, second), between);
});

test("closing in the middle of a mass change leaves nothing behind", async () => {
  await using stage = await grown(150);
  await rewrite(stage, names(150), "new");
  const wanted = readPicture(stage.root);
  await stage.close();
  await stage.crash();
  assert.deepEqual(stage.state(), wanted);
  assert.equal(onlyMark(stage).changed, 150);
});

test("paths without room among the open bursts make one gap that the sweep closes", async () => {
  await using stage = new Stage({ limits: { openBurstsMax: 3 } });
  await stage.start();
  for (let n = 0; n < 10; n += 1) {
    stage.save(`f${n}.txt`, `${n}\n`);
    await stage.clock.advance(1);
  }
  await stage.clock.advance(100);
  const [gap, ...more] = stage.timeline.gaps();
  assert.deepEqual(more, []);
  assert.equal(gap?.reason, "overflow");
  assert.notEqual(gap?.closedAt, null);
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("a path touched without end takes no more memory than one touched once", async () => {
  await using stage = await grown(1);
  const path = names(1)[0] as RelPath;
  for (let n = 0; n < 1000; n += 1) {
    stage.touched(path);
    if (n % 10 === 0) await stage.clock.advance(1);
  }
  assert.equal(stage.project.loop.openBursts, 1);
  assert.ok(stage.project.loop.queued <= 2, `${stage.project.loop.queued} entries`);
});

test("new directories full of files, of which only the sweep learns, are a mass change", async () => {
  await using stage = await grown(60);
  const before = readPicture(stage.root);
  for (const name of names(120, "new/")) stage.write(name, "new\n");
  stage.hint({ kind: "directory", path: "new" as RelPath });
  await stage.clock.advance(100);
  for (const name of names(20, "late/")) stage.write(name, "new\n");
  stage.hint({ kind: "directory", path: "late" as RelPath });
  await stage.clock.advance(2000);
  const mark = onlyMark(stage);
  assert.deepEqual(stateAt(stage, mark), before);
  assert.equal(mark.changed, 140);
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("what changed while nobody recorded is one mass change, and a save during its sweep is captured", async () => {
  const clock = new FakeClock({ start: Date.now() - 86_400_000, creepMs: 0.1 });
  await using stage = await grown(150, clock);
  const before = readPicture(stage.root);
  await stage.crash();
  for (const name of names(150)) stage.write(name, "new\n");
  let breaths = 0;
  clock.onBreathe = () => {
    breaths += 1;
    if (breaths === 2 || breaths === 4) stage.save("saved.ts", `${breaths}\n`);
  };
  await stage.project.start({ cause: "sweep", awaySince: clock.wall() });
  assert.ok(breaths > 4, `${breaths}`);
  await clock.advance(5000);
  const mark = onlyMark(stage);
  assert.deepEqual(stateAt(stage, mark), before);
  assert.ok(stage.rows("saved.ts").length >= 1);
  assert.ok(stage.rows("saved.ts").every(({ cause }) => cause === "event"));
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("a store that has no room for the mark gets it with a later row", async () => {
  await using stage = await grown(150);
  const before = readPicture(stage.root);
  const { markBurst } = stage.timeline;
  stage.timeline.markBurst = () => {
    throw new StorageError("no_space", "planted");
  };
  await rewrite(stage, names(150).slice(0, 80), "new");
  assert.deepEqual(stage.timeline.bursts(), []);
  stage.timeline.markBurst = markBurst;
  await rewrite(stage, names(150).slice(80), "new");
  await stage.clock.advance(2000);
  const mark = onlyMark(stage);
  assert.deepEqual(stateAt(stage, mark), before);
  assert.equal(mark.changed, 150);
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("a mass change that slows down is one mass change to its end", async () => {
  await using stage = await grown(150);
  const before = readPicture(stage.root);
  await rewrite(stage, names(150).slice(0, 80), "new");
  // Twenty a second, for longer than a mass change may pause.
  for (const path of names(150).slice(80)) {
    stage.save(path, `// ${path}\nnew\n`);
    await stage.clock.advance(50);
  }
  await stage.clock.advance(mass.resumeMs - 1000);
  const mark = onlyMark(stage);
  assert.deepEqual(stateAt(stage, mark), before);
  assert.equal(mark.changed, 150);
});

test("a restore and the mass changes before and after it do not become one", async () => {
  await using stage = await grown(150);
  const whole = readPicture(stage.root);
  const gone = names(150);
  disk.mkdirSync(stage.at("kept"));
  for (const path of gone) {
    stage.remove(path);
    stage.gone(path);
  }
  await stage.clock.advance(1000);
  const first = onlyMark(stage);
  // The restore's writes are told of while it runs, at once afterwards, and late.
  stage.clock.onBreathe = () =>
    stage.closed(...gone.filter((path) => disk.existsSync(stage.at(path))));
  await stage.restore({ target: { id: first.before as SnapshotId } });
  stage.clock.onBreathe = () => undefined;
  await stage.clock.advance(50);
  stage.closed(...gone);
  await stage.clock.advance(1500);
  await rewrite(stage, names(150), "new");
  stage.closed("src/d0/f0.ts");
  await stage.clock.advance(5000);
  const [, second, ...more] = stage.timeline.bursts();
  assert.deepEqual(more, []);
  assert.ok(second !== undefined, "the second has a mark");
  assert.deepEqual(stateAt(stage, second), whole);
  assert.deepEqual([second.changed, second.deleted], [150, 0]);
  await stage.restore({ target: { id: second.before as SnapshotId } });
  assert.deepEqual(readPicture(stage.root), whole);
  stage.closed(...gone);
  await stage.clock.advance(5000);
  assert.deepEqual(stage.timeline.bursts(), [first, second], "no mark of an earlier one moves");
});

test("a hand's edit between two mass changes is part of the state before the second", async () => {
  await using stage = await grown(150);
  await rewrite(stage, names(150), "new");
  await stage.clock.advance(800);
  const first = onlyMark(stage);
  stage.save("src/d1/f1.ts", "by hand\n");
  await stage.clock.advance(600);
  const between = readPicture(stage.root);
  await rewrite(stage, names(150), "newer");
  await stage.clock.advance(2000);
  const [unmoved, second] = stage.timeline.bursts();
  assert.deepEqual(unmoved, first);
  assert.ok(second !== undefined, "the second has a mark");
  assert.deepEqual(stateAt(stage, second), between);
});

test("a flush long after a mass change does not make the next one a part of it", async () => {
  await using stage = await grown(150);
  await rewrite(stage, names(150), "new");
  await stage.clock.advance(120_000);
  const first = onlyMark(stage);
  await stage.flush();
  await rewrite(stage, names(150), "newer");
  await stage.clock.advance(2000);
  const [unmoved, second] = stage.timeline.bursts();
  assert.deepEqual(unmoved, first);
  assert.deepEqual([second?.changed, second?.before], [150, 300]);
});

test("what somebody changes while a restore is told of is a mass change all the same", async () => {
  await using stage = await grown(150);
  await rewrite(stage, names(150), "new");
  await stage.clock.advance(5000);
  const [mark] = stage.timeline.bursts();
  await stage.restore({ target: { id: mark?.before as SnapshotId } });
  const restored = readPicture(stage.root);
  await stage.clock.advance(100);
  await rewrite(stage, names(150), "newer");
  await stage.clock.advance(2000);
  const [, second, ...more] = stage.timeline.bursts();
  assert.deepEqual(more, []);
  assert.ok(second !== undefined, "the second has a mark");
  assert.deepEqual(stateAt(stage, second), restored);
});
