import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import type { Checkpoint } from "@unf/core/timeline";
import { type CheckpointOrder, setCheckpoint } from "@unf/engine";
import { changedSince, hasChanges, treeAt } from "@unf/engine/checkpoints";
import { Stage } from "./stage.ts";

const plain: CheckpointOrder = { label: null, message: null, payload: null, pinned: false };

const set = (stage: Stage, order: Partial<CheckpointOrder> = {}) =>
  setCheckpoint(stage.project, { ...plain, ...order });

function newest({ timeline }: Stage): Checkpoint {
  const [checkpoint] = timeline.checkpoints();
  assert.ok(checkpoint !== undefined);
  return checkpoint;
}

test("what was on disk before the call belongs to it, whether or not anybody said so", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.write("a.txt", "written without an event\n");
  const { id, created } = await set(stage, { label: "first", message: "why" });
  assert.ok(created);
  const { at, ...checkpoint } = newest(stage);
  assert.deepEqual(checkpoint, {
    id,
    label: "first",
    message: "why",
    snapshot: stage.timeline.facts().lastId,
    files: 1,
    payloadBytes: null,
    pinned: false,
  });
  assert.ok(at >= (stage.timeline.facts().lastAt ?? 0));
  assert.deepEqual(
    [...treeAt(stage.timeline, checkpoint.snapshot)].map(({ path }) => path),
    ["a.txt"],
  );
});

test("an empty project can be marked, and everything is a change since", async () => {
  await using stage = new Stage();
  await stage.start();
  await set(stage);
  const { snapshot } = newest(stage);
  assert.equal(snapshot, 0);
  stage.write("a.txt", "1\n");
  await stage.flush();
  assert.ok(hasChanges(stage.timeline, { from: snapshot }));
  assert.deepEqual([...treeAt(stage.timeline, snapshot)], []);
});

test("the same again is the same checkpoint; another label, message or payload is another", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const order = { label: "step", message: "m", payload: Buffer.of(0, 1, 255) };
  const first = await set(stage, order);
  assert.deepEqual(await set(stage, order), { id: first.id, created: false });
  for (const other of [
    { label: null },
    { label: "Step" },
    { message: null },
    { payload: null },
    { payload: Buffer.of(0, 1, 254) },
    { payload: Buffer.of(0, 1) },
    { payload: Buffer.alloc(0) },
  ]) {
    assert.ok((await set(stage, { ...order, ...other })).created, JSON.stringify(other));
  }
  assert.deepEqual(await set(stage, order), { id: first.id, created: false }, "still the first");
  assert.deepEqual(stage.timeline.checkpointPayload(first.id), order.payload);
});

test("what was changed back is no change, and what was changed is", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const first = await set(stage);
  stage.write("a.txt", "2\n");
  await stage.flush();
  stage.write("a.txt", "1\n");
  stage.write("b.txt", "for a while\n");
  await stage.flush();
  stage.remove("b.txt");
  assert.deepEqual(await set(stage), { id: first.id, created: false });
  disk.chmodSync(stage.at("a.txt"), 0o755);
  const second = await set(stage);
  assert.ok(second.created && second.id > first.id);
});

test("asking for a pin pins the checkpoint that is there", async () => {
  await using stage = new Stage();
  await stage.start();
  const { id } = await set(stage, { label: "keep" });
  assert.equal(newest(stage).pinned, false);
  assert.deepEqual(await set(stage, { label: "keep", pinned: true }), { id, created: false });
  assert.equal(newest(stage).pinned, true);
  // Nobody took it away again.
  await set(stage, { label: "keep" });
  assert.equal(newest(stage).pinned, true);
});

test("it waits for what was asked for before", async () => {
  await using stage = new Stage();
  await stage.start();
  const gate = Promise.withResolvers<void>();
  const before = stage.project.exclusively(() => gate.promise);
  const setting = set(stage);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  assert.deepEqual(stage.timeline.checkpoints(), []);
  stage.write("late.txt", "of the work before\n");
  gate.resolve();
  await Promise.all([before, setting]);
  assert.equal(newest(stage).files, 1);
});

test("a root that is away, and words that cannot be kept, are refused and leave nothing", async () => {
  await using stage = new Stage();
  await stage.start();
  const refused = (order: Partial<CheckpointOrder>, code: string) =>
    assert.rejects(
      set(stage, order),
      (thrown) => thrown instanceof UnfError && thrown.code === code,
    );
  await refused({ label: " " }, "usage");
  await refused({ label: "a\nb" }, "usage");
  await refused({ message: "x".repeat(262_145) }, "usage");
  await refused({ payload: new Uint8Array(16 * 1024 * 1024 + 1) }, "usage");
  disk.renameSync(stage.root, `${stage.root}-away`);
  await refused({ label: "gone" }, "not_found");
  disk.renameSync(`${stage.root}-away`, stage.root);
  assert.deepEqual(stage.timeline.checkpoints(), []);
});

test("the first difference is found without looking at the rest", async () => {
  await using stage = new Stage();
  for (let n = 0; n < 50; n += 1) stage.write(`${n}.txt`, "1\n");
  await stage.start();
  await set(stage);
  const { snapshot } = newest(stage);
  for (let n = 0; n < 50; n += 1) stage.write(`${n}.txt`, "2\n");
  await stage.flush();
  let lookups = 0;
  const counting = Object.create(stage.timeline, {
    pathAt: {
      value: (...args: Parameters<typeof stage.timeline.pathAt>) => {
        lookups += 1;
        return stage.timeline.pathAt(...args);
      },
    },
    find: { value: stage.timeline.find.bind(stage.timeline) },
  });
  assert.ok(hasChanges(counting, { from: snapshot }));
  assert.equal(lookups, 1);
  assert.equal([...changedSince(counting, { from: snapshot })].length, 50);
});
