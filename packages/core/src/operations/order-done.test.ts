import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectId, RelPath, WallMs } from "../base/brand.ts";
import type { Handover } from "../timeline/handover.ts";
import type { Operation } from "../timeline/operation.ts";
import { orderDone } from "./order-done.ts";

function operation(id: number, startedAt: number): Operation {
  return {
    id,
    kind: "restore",
    startedAt: startedAt as WallMs,
    finishedAt: null,
    argv: [],
    before: 0,
    after: null,
    plan: "pl-00000000",
    inverts: null,
    state: "done",
    files: 1,
  };
}

function handover(id: number, from: number, to: number | null): Handover {
  return {
    id,
    path: `dir${id}` as RelPath,
    project: "f".repeat(16) as ProjectId,
    from: from as WallMs,
    before: 0,
    to: to as WallMs | null,
    taken: to === null ? null : 1,
  };
}

/** `[number, second, hand-over it came with]`, in the order of numbers. */
function order(handovers: Handover[], ...all: readonly (readonly [number, number, number?])[]) {
  const cameWith = new Map(all.map(([id, , by]) => [id, by]));
  const operations = all.map(([id, at]) => operation(id, at)).reverse();
  const isBelow = ({ id }: Operation, by: Handover) => cameWith.get(id) === by.id;
  return orderDone(operations, handovers, isBelow).map(({ id }) => id);
}

test("what came along stands where it was done", () => {
  const once = [handover(1, 20, 60)];
  assert.deepEqual(order(once, [1, 10], [2, 40], [3, 30, 1], [4, 50, 1]), [4, 2, 3, 1]);
  assert.deepEqual(order(once, [1, 30, 1], [2, 70]), [2, 1]);
  assert.deepEqual(order([], [1, 10], [2, 5]), [2, 1]);
});

test("the clock decides nothing between those of one project", () => {
  const once = [handover(1, 20, 60)];
  assert.deepEqual(order(once, [1, 40], [2, 15], [3, 50, 1], [4, 45, 1]), [4, 3, 2, 1]);
  assert.deepEqual(order([handover(1, 20, null)], [1, 10], [2, 40], [3, 30]), [3, 2, 1]);
});

test("two directories that came back one after the other are told apart", () => {
  const both = [handover(1, 20, 60), handover(2, 20, 80)];
  const all = order(both, [1, 30, 1], [2, 50, 1], [3, 70], [4, 25, 2], [5, 40, 2]);
  assert.deepEqual(all, [3, 2, 5, 1, 4]);
});
