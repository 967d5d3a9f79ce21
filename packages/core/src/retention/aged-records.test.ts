import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import type { Journal, Operation } from "../timeline/operation.ts";
import { agedRecords } from "./aged-records.ts";

const day = 86_400_000;
const now = (100 * day) as WallMs;

/** Finished so many days ago; `null`: not finished. */
function operation(id: number, days: number | null, inverts: number | null = null): Operation {
  const at = (now - (days ?? 0) * day) as WallMs;
  return {
    ...{ id, kind: inverts === null ? "restore" : "undo", startedAt: at, argv: [], before: 1 },
    ...{ finishedAt: days === null ? null : at, after: 1, plan: "", inverts, files: 1 },
    state: days === null ? "committed" : "done",
  };
}

function journal(operation: number, more: Partial<Journal> = {}): Journal {
  return { operation, steps: 3, hasRescues: false, isCut: false, ...more };
}

function aged(
  operations: readonly Operation[],
  journals: readonly Journal[],
  keptMs: number | null = 30 * day,
): number[] {
  return agedRecords(operations, journals, { now, keptMs }).map(({ operation }) => operation);
}

test("the records of old operations go, but for what the next undo and the next redo take back", () => {
  const three = [operation(3, 40), operation(2, 50), operation(1, 60)];
  const journals = [journal(1), journal(2), journal(3)];
  assert.deepEqual(aged(three, journals), [1, 2]);
  const undone = [operation(4, 35, 3), ...three];
  assert.deepEqual(
    aged(undone, [...journals, journal(4)]),
    [1, 3],
    "2 is next to be undone, 4 redone",
  );
});

test("what is young, unfinished, unknown or for ever stays", () => {
  const some = [operation(4, 1), operation(3, null), operation(2, 29), operation(1, 31)];
  const journals = [1, 2, 3, 4, 9].map((id) => journal(id));
  assert.deepEqual(aged(some, journals), [1]);
  assert.deepEqual(aged(some, journals, null), []);
});

test("one that names rescues stays however old, and one that has begun to go goes on", () => {
  const some = [operation(3, 1), operation(2, 90), operation(1, 90)];
  const journals = [journal(1, { hasRescues: true }), journal(2), journal(3)];
  assert.deepEqual(aged(some, journals), [2]);
  assert.deepEqual(aged(some, [journal(3, { isCut: true })], null), [3]);
});
