import assert from "node:assert/strict";
import { test } from "node:test";
import type { SnapshotId } from "@unf/core/base";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createCommit } from "../write/commit-batch.ts";
import { readState } from "./state-at.ts";

test("a state that was read, in part or whole, leaves the cache as small as it was", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const recordings = Array.from({ length: 9 }, (_, n) => recording(`file-${n}`));
  createCommit(connection)({ inbox: [], recordings, restats: [], settlements: [] });
  const newest = { id: 9 as SnapshotId };
  assert.equal([...readState(connection, newest, [], 2)].length, 9);
  assert.equal(connection.pragma("cache_size"), -512);
  for (const state of readState(connection, newest, [], 2)) {
    assert.equal(state.path, "file-0");
    assert.equal(connection.pragma("cache_size"), -8192);
    break;
  }
  assert.equal(connection.pragma("cache_size"), -512);
});
