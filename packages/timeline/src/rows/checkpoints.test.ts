import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import type { NewCheckpoint } from "@unf/core/timeline";
import { createAt, openScratch } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";
import { parseCheckpoint } from "./checkpoints.ts";

const bare: NewCheckpoint = {
  label: null,
  message: null,
  at: 1_700_000_000_000 as WallMs,
  snapshot: 0,
  files: 0,
  payload: null,
  pinned: false,
};

test("a payload comes back byte for byte, and none differs from an empty one", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  for (const payload of [bytes, new Uint8Array(0), null])
    timeline.addCheckpoint({ ...bare, payload });
  assert.deepEqual(
    timeline.checkpoints().map(({ payloadBytes }) => payloadBytes),
    [null, 0, bytes.length],
  );
  assert.deepEqual(Uint8Array.from(timeline.checkpointPayload(1) ?? []), bytes);
  assert.equal(timeline.checkpointPayload(2)?.length, 0);
  assert.equal(timeline.checkpointPayload(3), undefined);
  assert.equal(timeline.checkpointPayload(4), undefined);
});

test("the id of a deleted checkpoint is not given out again", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  assert.equal(timeline.addCheckpoint(bare), 1);
  assert.equal(timeline.deleteCheckpoint(1), true);
  assert.equal(timeline.deleteCheckpoint(1), false);
  assert.equal(timeline.addCheckpoint(bare), 2);
});

test("a checkpoint with a value of another program is damage", () => {
  const good = [1, "label", null, "2026-01-01T00:00:00.000Z", 0, 0, null, 0];
  assert.equal(parseCheckpoint(good).label, "label");
  for (const [column, value] of [
    [1, 5],
    [3, "now"],
    [4, -1],
    [7, 2],
  ] as const) {
    const row = good.map((cell, index) => (index === column ? value : cell));
    assert.throws(() => parseCheckpoint(row), { code: "store_damaged" }, `column ${column}`);
  }
});
