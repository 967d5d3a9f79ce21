import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { planGapSessions } from "./gap-sessions.ts";

function row(id: number, at: number, path = "a") {
  const counts = { lines: 1, added: id, removed: 1, exact: true };
  return { id: id as SnapshotId, at: at as WallMs, path: path as RelPath, counts };
}

/** The sessions without the pauses. */
function planSessions(...given: Parameters<typeof planGapSessions>) {
  return planGapSessions(...given).filter((session) => session !== undefined);
}

const rows = [row(1, 0), row(2, 10), row(3, 12, "b"), row(4, 23), row(5, 23)];

test("rows belong together until nothing happened for longer than the gap", () => {
  assert.deepEqual(
    [...planSessions(rows, 10)],
    [
      { from: 0, to: 12, first: 1, last: 3, snapshots: 3, files: 2, added: 6, removed: 3 },
      { from: 23, to: 23, first: 4, last: 5, snapshots: 2, files: 1, added: 9, removed: 2 },
    ],
  );
});

test("from the newest on there are the same sessions, in that order", () => {
  const backwards = [...planSessions(rows.toReversed(), 10)];
  assert.deepEqual(backwards.toReversed(), [...planSessions(rows, 10)]);
});

test("no row is read before the session in front of it was taken", () => {
  let read = 0;
  function* counted() {
    for (const one of rows) {
      read += 1;
      yield one;
    }
  }
  const [first] = planSessions(counted(), 10);
  assert.deepEqual([first?.last, read], [3, 4]);
});

test("no rows are no session, and rows without counts add no lines", () => {
  assert.deepEqual([...planSessions([], 10)], []);
  const [link] = planSessions([{ ...row(1, 0), counts: null }], 10);
  assert.deepEqual([link?.added, link?.removed], [0, 0]);
});

test("others may have a turn behind each row that goes on with a session", () => {
  const found = [...planGapSessions([row(1, 0), row(2, 1), undefined, row(3, 2)], 10)];
  assert.deepEqual(found.slice(0, -1), [undefined, undefined, undefined]);
  assert.equal(found.at(-1)?.snapshots, 3);
});
