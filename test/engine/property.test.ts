import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId } from "@unf/core/base";
import { keptRows } from "@unf/core/timeline";
import { FakeClock } from "../kit/fake-clock.ts";
import { testSeed } from "../kit/index.ts";
import { Random } from "./random.ts";
import { inRun, recordable, World } from "./random-tree.ts";
import { type Picture, readPicture, Stage } from "./stage.ts";

const seed = testSeed();

test("however hints get lost, doubled and late, a flush makes timeline and disk equal", async () => {
  for (let run = 0; run < 10; run += 1) {
    const random = new Random(seed + run);
    await inRun(seed + run, () => churn(random));
  }
});

test("restoring any state of a random history and then the newest again is the identity", async () => {
  for (let run = 0; run < 4; run += 1) {
    const random = new Random(seed + run);
    await inRun(seed + run, () => restoreAround(random));
  }
});

async function churn(random: Random): Promise<void> {
  const clock = new FakeClock({
    start: Date.now() - 86_400_000,
    creepMs: random.pick([0, 0.2, 2]),
  });
  await using stage = new Stage({
    clock,
    maxFileBytes: 2000,
    limits: random.chance(0.3) ? { openBurstsMax: 3 } : {},
  });
  const world = new World(stage, random);
  for (let step = 0; step < 10; step += 1) world.change();
  await stage.start();
  for (let round = 0; round < 4; round += 1) {
    // While sweeps run, the tree goes on changing.
    clock.onBreathe = () => {
      if (random.chance(0.05)) world.change();
    };
    for (let step = 0; step < 15; step += 1) {
      world.change();
      if (random.chance(0.4)) await clock.advance(random.pick([1, 30, 120, 700, 3500]));
      if (random.chance(0.03))
        await stage.crash().then(() => stage.project.start({ cause: "sweep" }));
      if (random.chance(0.1)) await stage.project.tick();
    }
    clock.onBreathe = () => undefined;
    await stage.flush();
    assert.deepEqual(stage.state(), recordable(stage), `after round ${round}`);
    // The rows of the newest state are all settled: a person sees in `log` what is on disk.
    expectSettled(stage);
  }
}

function expectSettled(stage: Stage): void {
  const id = stage.timeline.facts().lastId;
  if (id === null) return;
  for (const row of keptRows(stage.timeline.stateAt({ id }, []))) {
    if (row.settled) continue;
    const shown = stage.timeline.previous(row.id, true);
    assert.deepEqual([shown?.hash, shown?.mode], [row.hash, row.mode], `${row.path} is not shown`);
  }
}

async function restoreAround(random: Random): Promise<void> {
  await using stage = new Stage({ maxFileBytes: 2000 });
  const world = new World(stage, random, { ignores: false });
  const points: { readonly id: SnapshotId; readonly tree: Picture }[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (let step = 0; step < 8; step += 1) world.change();
    if (round === 0) await stage.start();
    const id = await stage.flush();
    if (id !== null) points.push({ id, tree: recordable(stage) });
  }
  const newest = points.at(-1);
  if (newest === undefined) return;
  const whole = readPicture(stage.root);
  for (const point of points) {
    const there = await stage.restore({ target: { id: point.id } });
    if (isWhole(there)) assert.deepEqual(known(stage, recordable(stage), point.id), point.tree);
    const back = await stage.restore({ target: { id: newest.id } });
    // A directory in the place of a file is refused; then the two states need not be equal.
    if (!isWhole(there) || !isWhole(back)) continue;
    assert.deepEqual(known(stage, recordable(stage), newest.id), newest.tree);
    assert.deepEqual(known(stage, stage.state(), newest.id), newest.tree);
    // A file that never was recorded is never touched.
    for (const [path, was] of Object.entries(whole)) {
      if (points.some(({ tree }) => path in tree)) continue;
      assert.equal(readPicture(stage.root)[path], was, `${path} is as it was`);
    }
  }
}

/** Without what is left because nobody knows that it was absent then, as what had left the record. */
function known(stage: Stage, tree: Picture, id: SnapshotId): Picture {
  const isKnown = (path: string) =>
    stage.timeline.pathAt(path as RelPath, { id }).kind !== "unknown";
  return Object.fromEntries(Object.entries(tree).filter(([path]) => isKnown(path)));
}

function isWhole({ applied }: Awaited<ReturnType<Stage["restore"]>>): boolean {
  return applied.every(({ action }) => action.kind !== "refused");
}
