import assert from "node:assert/strict";
import { test } from "node:test";
import type { SnapshotId, WallMs } from "@unf/core/base";
import type { PruneCause } from "@unf/core/timeline";
import type { Connection } from "../file/driver.ts";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";

const batch = { inbox: [], restats: [], settlements: [] };

/** Rows 1, 2, … of one path: content (`c`), or the file's deletion (`d`). */
function record(connection: Connection, events: string) {
  const timeline = createWriter(connection);
  const recordings = [...events].map((event) =>
    recording("a", event === "d" ? { hash: null } : {}),
  );
  timeline.commit({ ...batch, recordings });
  return (ids: readonly number[], cause: PruneCause = "asked", at = 0) => {
    const order = { ids: ids as SnapshotId[], cause, argv: [], at: at as WallMs };
    return timeline.deleteSnapshots(order);
  };
}

/** `3+`: there from row 3 on, with no content; `3-`: not there. */
function traces(connection: Connection): string[] {
  const rows = connection.statement("SELECT id, present FROM thinned ORDER BY id").all();
  return rows.map(([id, present]) => `${id}${present === 1 ? "+" : "-"}`);
}

test("what is deleted leaves its births and deaths, and of the rest that it was there", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const prune = record(connection, "cccdccdcc");
  prune([2, 3]);
  assert.deepEqual(traces(connection), ["2+"]);
  prune([1, 4, 5, 6, 7]);
  assert.deepEqual(traces(connection), ["1+", "4-", "5+", "7-"]);
  prune([8]);
  assert.deepEqual(traces(connection), ["1+", "4-", "5+", "7-", "8+"]);
});

test("what is deleted on both sides of a row that stays is told apart", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const prune = record(connection, "ccccc");
  prune([1, 2, 4]);
  assert.deepEqual(traces(connection), ["1+", "4+"]);
  prune([3]);
  assert.deepEqual(traces(connection), ["1+"]);
});

test("what stood between two that say the same is told, whichever went first", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const prune = record(connection, "cdccc");
  prune([3, 4]);
  prune([1, 2]);
  assert.deepEqual(traces(connection), ["1+", "2-", "3+"]);
});

test("the traces of a pruning that can be taken back are its own, until it cannot any more", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const prune = record(connection, "cccccc");
  prune([3]);
  const cap = prune([2, 4, 5], "cap");
  assert.deepEqual(traces(connection), ["2+", "3+", "4+"]);
  connection.statement("DELETE FROM thinned WHERE pruning = ?").run(cap.pruning);
  assert.deepEqual(traces(connection), ["3+"]);
  using later = openScratch();
  using other = createAt(later.path);
  const pruneOther = record(other, "ccccc");
  pruneOther([2], "cap");
  pruneOther([3], "asked", 2 * 86_400_000);
  assert.deepEqual(traces(other), ["2+"]);
});
