import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { unknownAuthor } from "../timeline/author.ts";
import type { LineCounts, Snapshot } from "../timeline/snapshot.ts";
import { groupByFile } from "./group-files.ts";

function row(id: number, path: string, counts: Partial<LineCounts> | null): Snapshot {
  return {
    id: id as SnapshotId,
    path: path as RelPath,
    hash: null,
    bytes: 0,
    at: (id * 1000) as WallMs,
    event: "modify",
    counts: counts === null ? null : { lines: 1, added: 0, removed: 0, exact: true, ...counts },
    settled: true,
    mode: 0,
    cause: "event",
    renamedFrom: null,
    operation: null,
    author: unknownAuthor,
  };
}

const rows = [
  row(5, "a", { added: 1, removed: 2 }),
  row(4, "b", { added: 7, exact: false }),
  row(3, "a", { added: 3 }),
  row(2, "a", null),
];

test("rows are summed by file, in the order in which the files appear", () => {
  const shown = groupByFile(rows).map(({ last, ...rest }) => ({ ...rest, last: last.id }));
  assert.deepEqual(shown, [
    { path: "a", last: 5, firstAt: 2000, snapshots: 3, added: 4, removed: 2, exact: true },
    { path: "b", last: 4, firstAt: 4000, snapshots: 1, added: 7, removed: 0, exact: false },
  ]);
});

test("a listing from the other end gives the same groups", () => {
  const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
  assert.deepEqual(groupByFile(rows.toReversed()).sort(byPath), groupByFile(rows).sort(byPath));
});

test("no rows make no groups", () => {
  assert.deepEqual(groupByFile([]), []);
});
