import assert from "node:assert/strict";
import { test } from "node:test";
import type { SnapshotId } from "../base/brand.ts";
import { decideEdge } from "./decide-edge.ts";

function edge(newest: number, ...later: readonly number[]): number {
  return decideEdge(newest as SnapshotId, later as readonly SnapshotId[]);
}

test("the edge is right before what came later", () => {
  assert.equal(edge(9, 7, 8, 9), 6);
  assert.equal(edge(9, 9), 8);
  assert.equal(edge(9, 1, 2, 3, 4, 5, 6, 7, 8, 9), 0);
});

test("it is the newest row where nothing is known to have come later", () => {
  assert.equal(edge(9), 9);
  assert.equal(edge(0), 0);
  assert.equal(edge(9, 10, 11), 9);
});

test("where no row parts the two, the fewest are on the wrong side", () => {
  // One of before among four of later, then one of later among four of before.
  assert.equal(edge(9, 5, 6, 8, 9), 4);
  assert.equal(edge(9, 5), 9);
  assert.equal(edge(9, 2, 7, 8, 9), 6);
});

test("what cannot be told apart is of the state before", () => {
  assert.equal(edge(9, 8), 9);
});
