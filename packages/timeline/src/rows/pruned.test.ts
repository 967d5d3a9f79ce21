import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { PruneCause } from "@unf/core/timeline";
import type { Connection } from "../file/driver.ts";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";

const batch = { inbox: [], restats: [], settlements: [] };
const at = Date.UTC(2026, 10, 20) as WallMs;

/** Rows 1 to 9 of two paths: contents, one of them twice, a deletion, and a row with candidates. */
function fill(connection: Connection) {
  const timeline = createWriter(connection);
  const hash = (n: number) => String(n).repeat(64) as BlobId;
  const ambiguous = {
    ...{ agent: null, session: null, turn: null, toolCall: null },
    confidence: "ambiguous",
  } as const;
  const row = (path: string, n: number | null, more = {}) => {
    const content = n === null ? { hash: null } : { hash: hash(n), bytes: n };
    return recording(path, { ...content, at, ...more });
  };
  const both = [
    { session: "s-1", turn: 3, toolCall: null },
    { session: "s-2", turn: null, toolCall: 7 },
  ];
  timeline.commit({
    ...batch,
    recordings: [
      row("a", 1),
      row("a", 2, { settled: false }),
      { ...row("b", 3, { author: ambiguous }), candidates: both },
      row("a", 1),
      row("b", null),
      row("b", 4),
      row("a", 5),
      row("b", 6),
      row("a", 7),
    ],
  });
  while (timeline.settleReleased());
  return timeline;
}

/** Everything there is, but for the numbers that are not given out again. */
function dump(connection: Connection): unknown {
  const tables = ["snapshots", "paths", "heads", "departed", "totals", "thinned", "prunings"];
  const all = (sql: string) => connection.statement(sql).all();
  return [
    ...tables.map((table) => all(`SELECT * FROM ${table} ORDER BY 1`)),
    all("SELECT snapshot_id, session, turn, tool_call FROM candidates ORDER BY snapshot_id, id"),
    all("SELECT * FROM pruned"),
  ];
}

const deletion = (ids: readonly number[], cause: PruneCause) => ({
  ...{ ids: ids as SnapshotId[], cause, argv: [], at },
});

test("what policy or cap deleted comes back with its numbers, contents and candidates, as if nothing went", () => {
  for (const cause of ["policy", "cap"] as const) {
    using scratch = openScratch();
    using connection = createAt(scratch.path);
    const timeline = fill(connection);
    const before = dump(connection);
    const { pruning } = timeline.deleteSnapshots(deletion([1, 2, 3, 5, 6], cause));
    timeline.deleteSnapshots({ ...deletion([7], cause), extend: pruning });
    while (timeline.settleReleased());
    assert.notDeepEqual(dump(connection), before);
    const kept = timeline.pruned();
    assert.deepEqual(
      kept.map(({ id, path }) => `${id} ${path}`),
      ["1 a", "2 a", "7 a", "3 b", "5 b", "6 b"],
    );
    // In two parts, as after a crash between them.
    assert.equal(timeline.bringBack(pruning, [2, 3, 6] as SnapshotId[]), 3);
    assert.equal(timeline.prunings()[0]?.snapshots, 3);
    assert.equal(
      timeline.bringBack(
        pruning,
        kept.map(({ id }) => id),
      ),
      3,
    );
    while (timeline.settleReleased());
    assert.deepEqual(dump(connection), before);
  }
});

test("what stays away keeps its traces, and what another pruning took is not touched", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = fill(connection);
  const { pruning } = timeline.deleteSnapshots(deletion([1, 2, 5, 6], "cap"));
  timeline.deleteSnapshots(deletion([4], "asked"));
  timeline.bringBack(pruning, [2, 5] as SnapshotId[]);
  const traces = connection.statement("SELECT id, present FROM thinned ORDER BY id").all();
  assert.deepEqual(traces, [
    [1, 1],
    [4, 1],
    [6, 1],
  ]);
  assert.deepEqual(
    timeline.pruned().map(({ id }) => id),
    [1, 6],
  );
  const then = timeline.pathAt("a" as RelPath, { id: 3 as SnapshotId });
  assert.equal(then.kind === "kept" && then.row.id, 2);
});

test("what a person asked for, or ordered to forget, is kept nowhere, and a day ends it for the rest", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = fill(connection);
  timeline.deleteSnapshots(deletion([1], "asked"));
  timeline.deleteSnapshots(deletion([2], "forget"));
  assert.deepEqual(timeline.pruned(), []);
  timeline.deleteSnapshots(deletion([3], "policy"));
  assert.equal(timeline.dropPruned(at), 0);
  assert.equal(timeline.pruned((at + 1) as WallMs).length, 0);
  assert.equal(timeline.dropPruned((at + 1) as WallMs), 1);
  timeline.deleteSnapshots(deletion([4], "cap"));
  assert.equal(timeline.dropPruned(), 1);
  assert.deepEqual(timeline.pruned(), []);
});
