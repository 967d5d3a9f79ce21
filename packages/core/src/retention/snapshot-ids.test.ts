import assert from "node:assert/strict";
import { test } from "node:test";
import type { SnapshotId } from "../base/brand.ts";
import { SnapshotIds } from "./snapshot-ids.ts";

const ids = [2 ** 40, 5, 32_767, 32_768, 1, 70_000] as SnapshotId[];

test("ids come back in order, each once, near and far", () => {
  const set = new SnapshotIds();
  for (const id of [...ids, ...ids]) set.add(id);
  assert.deepEqual([...set], [1, 5, 32_767, 32_768, 70_000, 2 ** 40]);
  assert.equal(set.size, 6);
  for (const id of [0, 2, 32_769, 2 ** 40 + 1]) assert.equal(set.has(id as SnapshotId), false);
});

test("what was deleted is not there, and what never was there can be deleted", () => {
  const set = new SnapshotIds();
  for (const id of ids) set.add(id);
  for (const id of [5, 5, 6, 2 ** 30]) set.delete(id as SnapshotId);
  assert.deepEqual([...set], [1, 32_767, 32_768, 70_000, 2 ** 40]);
  assert.equal(set.size, 5);
});

test("equal sets have equal bytes, however they came about; others have not", () => {
  const one = new SnapshotIds();
  const other = new SnapshotIds();
  for (const id of ids) one.add(id);
  for (const id of ids.toReversed()) other.add(id);
  other.add(9_000_000 as SnapshotId);
  assert.notDeepEqual(other.bytes(), one.bytes());
  other.delete(9_000_000 as SnapshotId);
  assert.deepEqual(other.bytes(), one.bytes());
  one.delete(70_000 as SnapshotId);
  assert.notDeepEqual(other.bytes(), one.bytes());
});
