import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { RelPath, SnapshotId } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { readPicture, Stage } from "./stage.ts";

const vanish = { ...limits.vanish, pathsMin: 20 };
const whole = "" as RelPath;

/** A project of a hundred files, recorded. */
async function grown(): Promise<Stage> {
  const stage = new Stage({ limits: { vanish } });
  for (let n = 0; n < 100; n += 1) stage.write(`d${n % 4}/f${n}.ts`, `${n}\n`);
  await stage.start();
  await stage.clock.advance(60_000);
  return stage;
}

/** A sweep that nobody waits for and of which no deletion was reported. */
async function sweepUnasked(stage: Stage): Promise<void> {
  stage.hint({ kind: "directory", path: whole });
  await stage.clock.advance(1000);
}

function deletions(stage: Stage): number {
  return stage.rows().filter(({ event }) => event === "delete").length;
}

test("many files that are missing at once are recorded as deleted only at a second look", async () => {
  await using stage = await grown();
  const before = readPicture(stage.root);
  for (const name of ["d0", "d1"]) stage.remove(name);
  await sweepUnasked(stage);
  assert.equal(deletions(stage), 0);
  await sweepUnasked(stage);
  assert.equal(deletions(stage), 0, "a sweep in between changes nothing");
  await stage.clock.advance(vanish.waitMs);
  assert.deepEqual(stage.state(), readPicture(stage.root));
  const [mark, ...more] = stage.timeline.bursts();
  assert.deepEqual([mark?.changed, mark?.deleted, more], [0, 50, []]);
  assert.deepEqual(stage.state(mark?.before as SnapshotId), before);
});

test("files that come back in time were never gone", async () => {
  await using stage = await grown();
  disk.renameSync(stage.at("d0"), `${stage.root}.d0`);
  disk.renameSync(stage.at("d1"), `${stage.root}.d1`);
  await sweepUnasked(stage);
  disk.renameSync(`${stage.root}.d0`, stage.at("d0"));
  disk.renameSync(`${stage.root}.d1`, stage.at("d1"));
  await stage.clock.advance(vanish.waitMs * 2);
  assert.equal(stage.rows().length, 100);
  assert.deepEqual(stage.timeline.bursts(), []);
});

test("a gap stays open until the second look", async () => {
  await using stage = await grown();
  await stage.crash();
  for (const name of ["d0", "d1"]) stage.remove(name);
  await stage.project.start({ cause: "sweep", awaySince: stage.clock.wall() });
  assert.equal(stage.timeline.gaps()[0]?.closedAt, null);
  await stage.clock.advance(vanish.waitMs + 1000);
  assert.equal(stage.timeline.gaps()[0]?.pathsDiffered, 50);
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("a flush waits for nothing: the disk is the truth", async () => {
  await using stage = await grown();
  const before = readPicture(stage.root);
  for (const name of ["d0", "d1", "d2"]) stage.remove(name);
  const asked = stage.clock.mono();
  await stage.flush();
  assert.equal(stage.clock.mono(), asked);
  assert.deepEqual(stage.state(), readPicture(stage.root));
  const [mark] = stage.timeline.bursts();
  assert.equal(mark?.deleted, 75);
  assert.deepEqual(stage.state(mark?.before as SnapshotId), before);
});

test("what the system says was deleted is believed at once", async () => {
  await using stage = await grown();
  for (const name of ["d0", "d1", "d2"]) stage.remove(name);
  stage.gone("d0", "d1", "d2");
  await stage.clock.advance(1000);
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("more deletions than are kept in memory, but few of the project, are recorded", async () => {
  await using stage = await grown();
  stage.remove("d0");
  stage.write("d1/new.ts", "new\n");
  await sweepUnasked(stage);
  assert.equal(deletions(stage), 25);
  assert.deepEqual(stage.state(), readPicture(stage.root));
  assert.deepEqual(stage.timeline.bursts(), []);
});

test("a root that goes away during the wait takes no file with it", async () => {
  await using stage = await grown();
  for (const name of ["d0", "d1"]) stage.remove(name);
  await sweepUnasked(stage);
  disk.renameSync(stage.root, `${stage.root}.away`);
  await stage.clock.advance(vanish.waitMs * 2);
  assert.equal(stage.rows().length, 100);
  disk.renameSync(`${stage.root}.away`, stage.root);
  await stage.flush();
  assert.deepEqual(stage.state(), readPicture(stage.root));
});
