import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { dayMs } from "../time/calendar.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import { planPath, type RetentionContext } from "./plan-path.ts";
import { olderThan } from "./policy.ts";
import { gatherProtection } from "./protection.ts";
import { RenamePairs } from "./rename-pairs.ts";

const now = Date.UTC(2026, 10, 19) as WallMs;
const context: RetentionContext = {
  policy: olderThan(dayMs),
  now,
  protection: gatherProtection({ checkpoints: [], open: [], turns: [], operations: [] }),
};

function row(id: number, path: string, more: Partial<RetentionRow> = {}): RetentionRow {
  return {
    ...{ id: id as SnapshotId, path: path as RelPath, at: (now - 9 * dayMs + id) as WallMs },
    ...{ settled: true, event: "modify", bytes: 3, hash: "a".repeat(64) as BlobId },
    ...{ session: null, turn: null, ambiguous: false, operation: null },
    ...{ cause: "event", renamedFrom: null, ...more },
  };
}

function arrival(id: number, path: string, from: string): RetentionRow {
  return row(id, path, { event: "rename", renamedFrom: from as RelPath });
}

function departure(id: number, path: string): RetentionRow {
  return row(id, path, { event: "delete", bytes: 0, hash: null, cause: "renamed" });
}

const compare = (a: number, b: number) => a - b;

/** The rows that stay for the sake of the other row of their rename. */
function saved(...paths: readonly (readonly RetentionRow[])[]): number[] {
  const pairs = new RenamePairs();
  for (const rows of paths) pairs.add(rows, planPath(rows, context), context);
  return pairs.resolve().map(({ id }) => id);
}

test("of two renames that are as near to a departure the earlier is its other row, as for readers", () => {
  const left = [departure(2, "a"), row(3, "a"), departure(5, "a"), row(6, "a")];
  const stays = [arrival(1, "z", "a")];
  const goes = [arrival(3, "b", "a"), row(7, "b"), row(8, "b")];
  // In whatever order the paths come.
  assert.deepEqual(saved(left, goes, stays), [2]);
  assert.deepEqual(saved(stays, left, goes), [2]);
});

test("a rename is looked for among those before a departure and those after it", () => {
  const stays = [arrival(10, "b", "a")];
  const goes = [20, 100, 110].map((id) => [arrival(id, `p${id}`, "a"), row(999, `p${id}`)]);
  const left = [
    ...[2, 9, 11, 14, 15, 16, 99, 105, 200].map((id) => departure(id, "a")),
    row(999, "a"),
  ];
  const near = [2, 9, 11, 14, 15];
  assert.deepEqual(saved(...goes, left, stays).sort(compare), near);
  assert.deepEqual(saved(stays, ...goes.toReversed(), left).sort(compare), near);
  assert.deepEqual(saved(left), []);
});

test("a path of many renames is looked through as often as one of few", () => {
  const reads = (count: number) => {
    let times = 0;
    const rows = Array.from({ length: count }, (_, index) => {
      const made = index % 2 === 0 ? departure(index + 1, "a") : row(index + 1, "a");
      return Object.defineProperty({ ...made }, "at", {
        get: () => {
          times += 1;
          // The first half is older than the policy keeps.
          return now - 2 * dayMs + (index / count) * 2 * dayMs;
        },
      });
    });
    new RenamePairs().add(rows, planPath(rows, context), context);
    return times / count;
  };
  assert.equal(Math.ceil(reads(1000)), Math.ceil(reads(100)));
});
