import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { test } from "node:test";
import {
  type AbsPath,
  type BlobId,
  type RelPath,
  type SnapshotId,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { Digest, Timeline, TimelineReader } from "@unf/core/ports";
import { createConnection } from "../file/driver.ts";
import { openTimeline, openTimelineReader } from "../open/open.ts";
import { always, identity, openScratch, recording } from "../testing/scratch.ts";
import { openTimelineCheck } from "./check.ts";
import { rebuildTimeline } from "./rebuild.ts";

const rows = 4000;
const pageBytes = 4096;
const hashOf = (n: number) => n.toString(16).padStart(8, "0").repeat(8) as BlobId;
/** Stands in for BLAKE3: the first byte, 64 times. */
const digest: Digest = (bytes) => hashOf(bytes[0] ?? 0);

/** A timeline of many rows of 500 paths, closed: everything is in its one file. */
function fill(path: AbsPath, count = rows): void {
  using timeline = openTimeline(path, always, { create: identity });
  const recordings = Array.from({ length: count }, (_, n) =>
    n % 50 === 49
      ? recording(`d/f${n % 500}`, { hash: null })
      : recording(`d/f${n % 500}`, { hash: hashOf(n) }),
  );
  timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
}

/** Rebuilds and puts the new file in the old one's place, as a repair does. */
function rebuild(path: AbsPath): number {
  const { path: rebuilt, versions } = rebuildTimeline(path, identity, digest, always);
  renameSync(path, `${path}.old`);
  renameSync(rebuilt, path);
  return versions;
}

/** Everything that a check has to say. */
function complaints(path: AbsPath): string[] {
  try {
    using check = openTimelineCheck(path);
    return [...check.faults("full"), ...check.disagreements()];
  } catch (thrown) {
    assert.ok(thrown instanceof UnfError && thrown.code === "store_damaged");
    return [thrown.message];
  }
}

function smash(path: AbsPath, at: number, bytes: Uint8Array): void {
  const file = openSync(path, "r+");
  try {
    writeSync(file, bytes, 0, bytes.length, at);
  } finally {
    closeSync(file);
  }
}

function ids(path: AbsPath): number[] {
  using reader = openTimelineReader(path);
  return [...reader.find({ within: [], interim: true, order: "oldest" })].map(({ id }) => id);
}

test("a whole timeline has no complaints, and its rebuild holds the same", () => {
  using scratch = openScratch();
  fill(scratch.path);
  assert.deepEqual(complaints(scratch.path), []);
  const before = ids(scratch.path);
  assert.equal(rebuild(scratch.path), rows);
  assert.deepEqual(complaints(scratch.path), []);
  assert.deepEqual(ids(scratch.path), before);
  using old = openTimelineReader(`${scratch.path}.old` as AbsPath);
  using now = openTimelineReader(scratch.path);
  assert.deepEqual(now.facts().files, old.facts().files);
  assert.deepEqual(
    now.heads("" as never, undefined, 9999),
    old.heads("" as never, undefined, 9999),
  );
});

test("pages of garbage anywhere are found, and the rows around them survive", () => {
  // The first is the root of the rows: without it no row can be reached.
  const pages = [
    [3, 0],
    [20, 0.9],
    [60, 0.9],
    [100, 0.9],
    [150, 0.9],
  ] as const;
  for (const [page, share] of pages) {
    using scratch = openScratch();
    fill(scratch.path);
    smash(scratch.path, page * pageBytes, new Uint8Array(pageBytes).fill(0xa5));
    assert.notDeepEqual(complaints(scratch.path), [], `page ${page}`);
    const before = readFileSync(scratch.path);
    const saved = rebuild(scratch.path);
    assert.ok(saved >= rows * share, `page ${page}: ${saved} rows`);
    assert.deepEqual(complaints(scratch.path), [], `page ${page}`);
    assert.deepEqual(readFileSync(`${scratch.path}.old`), before, "the damaged file is as it was");
    using timeline = openTimeline(scratch.path, always);
    const [id] = timeline.commit({
      inbox: [],
      recordings: [recording("new", { hash: hashOf(1) })],
      restats: [],
      settlements: [],
    });
    assert.ok((id ?? 0) > rows, `page ${page}: ids are not given out twice`);
  }
});

test("rows between two damaged pages are looked for one by one", () => {
  using scratch = openScratch();
  fill(scratch.path);
  // Leaves of a table begin with 13: one a third from the front, one a third from the end.
  const file = readFileSync(scratch.path);
  const pages = Array.from({ length: file.length / pageBytes }, (_, page) => page);
  const leaves = pages.filter((page) => page > 60 && file[page * pageBytes] === 13);
  for (const share of [0.33, 0.66]) {
    const page = leaves[Math.floor(leaves.length * share)] ?? 0;
    smash(scratch.path, page * pageBytes, new Uint8Array(pageBytes).fill(0xa5));
  }
  const saved = rebuild(scratch.path);
  assert.ok(saved >= rows * 0.9, `${saved} rows`);
  assert.deepEqual(complaints(scratch.path), []);
});

test("a file in which nothing can be read becomes an empty timeline of the same project", () => {
  for (const content of [new Uint8Array(0), new Uint8Array(9000), new Uint8Array(9000).fill(7)]) {
    using scratch = openScratch();
    writeFileSync(scratch.path, content);
    assert.throws(() => openTimelineCheck(scratch.path), { code: "store_damaged" });
    assert.equal(rebuild(scratch.path), 0);
    assert.deepEqual(complaints(scratch.path), []);
  }
});

test("without an intent and without a root in it a timeline is not rebuilt", () => {
  using scratch = openScratch();
  writeFileSync(scratch.path, "garbage");
  assert.throws(() => rebuildTimeline(scratch.path, undefined, digest, always), {
    code: "store_damaged",
  });
  fill(`${scratch.path}.b` as AbsPath);
  assert.equal(
    rebuildTimeline(`${scratch.path}.b` as AbsPath, undefined, digest, always).versions,
    rows,
  );
});

const unchecked = "PRAGMA ignore_check_constraints = ON";

/** The complaint about what each statement breaks. */
const disagreements: readonly (readonly [sql: string, says: RegExp])[] = [
  ["UPDATE heads SET snapshot_id = 1 WHERE path = 4", /heads differ|newest row/],
  ["DELETE FROM heads WHERE path = 4", /neither their head/],
  ["UPDATE heads SET size_bytes = 9 WHERE path = 4", /heads differ/],
  ["DELETE FROM departed", /neither their head nor their departure/],
  ["INSERT INTO departed VALUES (4, 3)", /departed paths/],
  ["DELETE FROM paths WHERE id = 4", /path is not in the list/],
  ["INSERT INTO paths VALUES (9999, 'nobody')", /no row names/],
  ["UPDATE versions SET renamed_from = 9999 WHERE id = 5", /path is not in the list/],
  ["UPDATE totals SET files = 7", /sums do not agree/],
  ["UPDATE totals SET content_bytes = 7", /sums do not agree/],
  [`${unchecked}; UPDATE versions SET hash = x'00' WHERE id = 5`, /v5: .*content_hash/],
  [`${unchecked}; UPDATE versions SET event = 4 WHERE id = 5`, /v5: .*event_type/],
];

test("tables that disagree are found and made to agree again", () => {
  for (const [sql, says] of disagreements) {
    using scratch = openScratch();
    fill(scratch.path, 600);
    {
      using bare = createConnection({ path: scratch.path, mayWrite: always, onOpen: () => {} });
      bare.script(sql);
    }
    const found = complaints(scratch.path);
    assert.ok(
      found.some((line) => says.test(line)),
      `${sql}: ${found}`,
    );
    rebuild(scratch.path);
    assert.deepEqual(complaints(scratch.path), [], sql);
  }
});

test("contents of an inbox are kept when they are what their digest says", () => {
  using scratch = openScratch();
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    const good = { hash: hashOf(7), bytes: Uint8Array.of(7, 1) };
    const torn = { hash: hashOf(8), bytes: Uint8Array.of(9, 1) };
    const recordings = [recording("a", { hash: hashOf(7) })];
    timeline.commit({ inbox: [good, torn], recordings, restats: [], settlements: [] });
    timeline.setMeta("lost.x", "2026-11-20T13:32:07.000Z");
    timeline.openGap({ from: 1 as never, to: 2 as never, reason: "overflow" });
  }
  rebuild(scratch.path);
  using timeline = openTimelineReader(scratch.path);
  assert.deepEqual(timeline.inboxed(hashOf(7)), Buffer.of(7, 1));
  assert.equal(timeline.inboxed(hashOf(8)), undefined);
  assert.equal(timeline.gaps().length, 1);
  assert.equal(timeline.snapshot(1 as SnapshotId)?.path, "a");
  assert.equal(timeline.meta("lost.x"), "2026-11-20T13:32:07.000Z");
});

/** An operation that a crash cut off, with its journal, and a checkpoint. */
function fillJournal(timeline: Timeline): void {
  const given = {
    kind: "restore",
    startedAt: 1 as WallMs,
    argv: ["restore"],
    plan: "pl-1",
  } as const;
  const to = {
    kind: "recorded",
    hash: hashOf(7),
    bytes: 3,
    mode: 0o100644,
    snapshot: null,
  } as const;
  const steps = Array.from({ length: 300 }, (_, n) => ({
    ...{ path: `d/f${n}` as RelPath, from: { kind: "absent" } as const, to },
    temporary: `d/.unf-2-${n}.new` as RelPath,
  }));
  timeline.startOperation({ ...given, before: 0, inverts: null }, steps);
  timeline.finishOperation(1, {
    at: 2 as WallMs,
    state: "partial",
    failures: new Map([[2, "EIO"]]),
  });
  timeline.startOperation({ ...given, before: 0, inverts: null }, steps);
  timeline.commitOperation(2);
  const named = { label: "a", message: "b", at: 3 as WallMs, snapshot: 1 as SnapshotId, files: 1 };
  timeline.addCheckpoint({ ...named, payload: Uint8Array.of(0, 255), pinned: true });
  timeline.addCheckpoint({ ...named, payload: null, pinned: false });
  timeline.deleteCheckpoint(2);
}

test("operations, the journal of an unfinished one and checkpoints survive a rebuild", () => {
  using scratch = openScratch();
  const look = (timeline: TimelineReader) => [
    timeline.operations(9),
    timeline.unfinishedOperations(),
    [timeline.steps(1), timeline.steps(2)],
    timeline.checkpoints(),
    timeline.checkpointPayload(1),
  ];
  let before: unknown;
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    fillJournal(timeline);
    before = look(timeline);
  }
  rebuild(scratch.path);
  assert.deepEqual(complaints(scratch.path), []);
  using timeline = openTimeline(scratch.path, always);
  assert.deepEqual(look(timeline), before);
  assert.equal(timeline.steps(2).length, 300);
  const checkpoint = {
    label: null,
    message: null,
    at: 3 as WallMs,
    snapshot: 0,
    files: 0,
  } as const;
  const again = { ...checkpoint, payload: null, pinned: false };
  assert.equal(timeline.addCheckpoint(again), 3, "ids are not given out twice");
});

/** For each statement that breaks the journal: the complaint, and the operations left after a rebuild. */
const broken: readonly (readonly [sql: string, says: RegExp, left: readonly number[]])[] = [
  ["UPDATE operations SET argv = 'x' WHERE id = 2", /op-2: .*argv/, [300, 0, 1]],
  ["UPDATE steps SET file_path = '../a' WHERE id = 301", /step 301: .*file_path/, [300, 299, 1]],
  ["PRAGMA foreign_keys = OFF; DELETE FROM operations WHERE id = 1", /a row of steps/, [0, 300, 1]],
  [`UPDATE checkpoints SET at = '${"x".repeat(24)}'`, /cp:1: .*timestamp/, [300, 300, 0]],
];

test("rows of the journal that make no sense are found, and left out of a rebuild", () => {
  for (const [sql, says, left] of broken) {
    using scratch = openScratch();
    {
      using timeline = openTimeline(scratch.path, always, { create: identity });
      fillJournal(timeline);
      using bare = createConnection({ path: scratch.path, mayWrite: always, onOpen: () => {} });
      bare.script(sql);
    }
    const found = complaints(scratch.path);
    assert.ok(
      found.some((line) => says.test(line)),
      `${sql}: ${found}`,
    );
    rebuild(scratch.path);
    assert.deepEqual(complaints(scratch.path), [], sql);
    using timeline = openTimelineReader(scratch.path);
    const counts = [timeline.steps(1), timeline.steps(2), timeline.checkpoints()];
    assert.deepEqual(
      counts.map(({ length }) => length),
      left,
      sql,
    );
  }
});

test("a rebuild that was cut off between its two renames is finished by the next opening", () => {
  using scratch = openScratch();
  fill(scratch.path);
  rebuildTimeline(scratch.path, identity, digest, always);
  renameSync(scratch.path, `${scratch.path}.moved`);
  using timeline = openTimeline(scratch.path, always, { create: identity });
  assert.equal(timeline.facts().snapshots, rows);
});
