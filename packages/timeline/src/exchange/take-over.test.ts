import assert from "node:assert/strict";
import { existsSync, renameSync } from "node:fs";
import { test } from "node:test";
import {
  type AbsPath,
  type BlobId,
  pathToColumn,
  type RelPath,
  type SnapshotId,
  type WallMs,
} from "@unf/core/base";
import type { ArrivingHistory, ArrivingRow } from "@unf/core/exchange";
import type { Timeline } from "@unf/core/ports";
import type { NewSession } from "@unf/core/timeline";
import { type Connection, createConnection } from "../file/driver.ts";
import { openTimeline, openTimelineReader } from "../open/open.ts";
import { openTimelineCheck } from "../repair/check.ts";
import { always, identity, openScratch, recording } from "../testing/scratch.ts";
import { buildWithArrival, references } from "./take-over.ts";

const now = 1_700_000_000_000;
const hashOf = (n: number) => n.toString(16).padStart(64, "0") as BlobId;
const raw = "caf\udce9" as RelPath;

function arriving(
  path: string,
  at: number,
  hash: BlobId | null,
  more: Partial<ArrivingRow> = {},
): ArrivingRow {
  return {
    path: path as RelPath,
    at: (now - at) as WallMs,
    skewMs: 0,
    event: hash === null ? "delete" : "modify",
    hash,
    bytes: hash === null ? 0 : 7,
    before: null,
    cause: "event",
    session: null,
    counts: { lines: 1, added: 1, removed: 0, exact: true },
    mode: hash === null ? 0 : 0o100755,
    ...more,
  };
}

const arrival: ArrivingHistory = {
  at: now as WallMs,
  source: "agent-undo",
  origin: "/p" as AbsPath,
  key: "/p",
  rows: [
    arriving("a", 9000, hashOf(1), { session: 0 }),
    arriving(raw, 8000, hashOf(2), { counts: null, skewMs: 5000 }),
    arriving("a", 7000, null),
  ],
  sessions: [
    {
      id: "s-aaaa",
      agent: "aider",
      agentSession: "x",
      label: null,
      startedAt: (now - 9000) as WallMs,
      endedAt: (now - 8000) as WallMs,
    },
  ],
  marks: [{ label: "pin", at: (now - 7500) as WallMs, row: 1, files: 2 }],
};

/** A history with a reference of every kind to its rows. */
function fill(timeline: Timeline): void {
  const own = { id: "s-bbbb", agent: "codex", agentSession: "y", cwd: null, label: null };
  timeline.openSession({ ...own, parent: null, startedAt: now as WallMs } satisfies NewSession);
  const turn = { session: "s-bbbb", label: "t", prompt: null, startedAt: now as WallMs };
  const first = timeline.openTurn({ ...turn, before: 0 });
  const author = { agent: "codex", session: "s-bbbb", turn: first, toolCall: null } as const;
  const ids = timeline.commit({
    inbox: [],
    recordings: [
      recording("a", { hash: hashOf(1), bytes: 7, author: { ...author, confidence: "hook" } }),
      recording("b", { hash: hashOf(3), bytes: 7 }),
      {
        ...recording("b", { hash: null, author: { ...author, confidence: "ambiguous" } }),
        candidates: [
          { session: "s-bbbb", turn: first, toolCall: null },
          { session: "s-cccc", turn: null, toolCall: null },
        ],
      },
      recording("c/d", { hash: hashOf(4), bytes: 7 }),
    ],
    restats: [],
    settlements: [],
    directories: [
      { path: "" as RelPath, mode: 0o040755, at: now as WallMs },
      { path: "c" as RelPath, mode: 0o040700, at: now as WallMs },
    ],
  });
  const [, second] = ids as [SnapshotId, SnapshotId];
  timeline.endTurn(first, { at: now as WallMs, by: "stop", after: second });
  timeline.markBurst({ before: second, from: now as WallMs, to: now as WallMs });
  const side = { kind: "recorded", hash: hashOf(3), bytes: 7, mode: 0o100644 } as const;
  const operation = timeline.startOperation(
    {
      kind: "restore",
      startedAt: now as WallMs,
      argv: [],
      before: second,
      plan: "",
      inverts: null,
    },
    [
      {
        path: "b" as RelPath,
        from: { kind: "absent" },
        to: { ...side, snapshot: second },
        temporary: null,
      },
    ],
  );
  timeline.commitOperation(operation);
  timeline.finishOperation(operation, { at: now as WallMs, state: "done" });
  const order = {
    at: now as WallMs,
    kind: "path",
    pattern: "x",
    hashes: [],
    lasting: false,
  } as const;
  timeline.addForgettings([{ ...order, upTo: second }]);
  const checkpoint = { label: "own", message: null, at: now as WallMs, files: 2, pinned: false };
  timeline.addCheckpoint({ ...checkpoint, snapshot: second, payload: null });
  timeline.addCheckpoint({ ...checkpoint, label: "none", snapshot: 0, files: 0, payload: null });
}

const tables = [
  "heads",
  "departed",
  "candidates",
  "turns",
  "operations",
  "steps",
  "bursts",
  "checkpoints",
  "forgettings",
  "directories",
] as const;

function dump(path: AbsPath): Readonly<Record<string, unknown[]>> {
  using connection = createConnection({ path, mayWrite: undefined, onOpen: () => undefined });
  const rows = (sql: string) => connection.statement(sql).all() as unknown[];
  return Object.fromEntries([
    ...tables.map((table) => [table, rows(`SELECT * FROM ${table}`)]),
    ["snapshots", rows("SELECT * FROM snapshots ORDER BY id")],
    ["sequence", rows("SELECT name, seq FROM sqlite_sequence ORDER BY name")],
  ]);
}

const breathe = async () => undefined;

function putInPlace(path: AbsPath, built: AbsPath): void {
  if (existsSync(path)) renameSync(path, `${path}.old`);
  renameSync(built, path);
}

function assertSound(path: AbsPath): void {
  using check = openTimelineCheck(path);
  assert.deepEqual([...check.faults("full"), ...check.disagreements()], []);
}

test("a history that begins with one of another program is one that we might have recorded", async () => {
  using scratch = openScratch();
  putInPlace(
    scratch.path,
    (await buildWithArrival(scratch.path, arrival, identity, always, breathe)).path,
  );
  assertSound(scratch.path);
  using reader = openTimelineReader(scratch.path);
  const rows = [...reader.find({ within: [], interim: true, order: "oldest" })];
  assert.deepEqual(
    rows.map(({ id, path, event, mode, author }) => [id, path, event, mode, author.agent]),
    [
      [1, "a", "modify", 0o100755, "aider"],
      [2, raw, "modify", 0o100755, null],
      [3, "a", "delete", 0, null],
    ],
  );
  assert.deepEqual(reader.imports(), [
    { id: 1, at: now, source: "agent-undo", origin: "/p", key: "/p", first: 1, last: 3 },
  ]);
  const [checkpoint] = reader.checkpoints();
  assert.deepEqual([checkpoint?.label, checkpoint?.snapshot, checkpoint?.pinned], ["pin", 2, true]);
  assert.equal(reader.openSessions().length, 0);
  assert.equal(reader.head(raw)?.racy, true, "the next sweep reads it");
});

test("every number that names a row moves with it, and nothing else of the history changes", async () => {
  using scratch = openScratch();
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    fill(timeline);
  }
  const before = dump(scratch.path);
  putInPlace(
    scratch.path,
    (await buildWithArrival(scratch.path, arrival, undefined, always, breathe)).path,
  );
  assertSound(scratch.path);
  const after = dump(scratch.path);
  using connection: Connection = createConnection({
    path: scratch.path,
    mayWrite: undefined,
    onOpen: () => undefined,
  });
  const names = (table: string) =>
    connection
      .statement("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .map(([name]) => String(name));
  const pathId = (path: RelPath) =>
    connection.statement("SELECT id FROM paths WHERE file_path = ?").get(pathToColumn(path))?.[0];
  /** Columns that hold numbers of rows, found by their names. */
  const isReference = (name: string) =>
    /^(snapshot_id|before_id|after_id|up_to|from_snapshot|to_snapshot)$/.test(name);
  for (const table of tables) {
    const columns = names(table);
    const moved = (before[table] as unknown[][]).map((row) =>
      row.map((cell, at) => {
        const name = columns[at] ?? "";
        if (table === "checkpoints" && name === "id") return Number(cell) + 1;
        if (table === "checkpoints" && cell === 0 && name === "snapshot_id") return 0;
        return isReference(name) && cell !== null ? Number(cell) + 3 : cell;
      }),
    );
    const arrived: Readonly<Record<string, unknown>> = {
      heads: pathId(raw),
      checkpoints: "pin",
    };
    const column = table === "heads" ? 0 : 1;
    const own = (after[table] as unknown[][]).filter((row) => row[column] !== arrived[table]);
    assert.deepEqual(own, moved, table);
  }
  const own = (after.snapshots as unknown[][]).slice(3);
  assert.deepEqual(
    own,
    (before.snapshots as unknown[][]).map(([id, ...row]) => [Number(id) + 3, ...row]),
  );
  const sequence = new Map(after.sequence as [string, number][]);
  const former = new Map(before.sequence as [string, number][]);
  assert.equal(sequence.get("versions"), (former.get("versions") ?? 0) + 3);
  assert.equal(sequence.get("turns"), former.get("turns"));
});

/** Whole numbers that count or name something else than rows of `versions`. */
const others =
  /\.(id|path|renamed_from|stamp|event|cause|confidence|rename_evidence|size_bytes|line_count|lines_\w+|settled|mode|operation|clock_skew_ms|tool_call|withheld|(stat_|from_|to_)?(size|mode|bytes)|(from|to)_rescue|dev|ino|[mc]time_ns|racy|committed_at|paths_\w+|inverts|files|position|turn|pinned|present|pruning|snapshots|taken|lasting|only|content_bytes|base|span)$/;

test("every column that could name a row either moves with it or is known to name none", () => {
  using scratch = openScratch();
  openTimeline(scratch.path, always, { create: identity })[Symbol.dispose]();
  using connection = createConnection({
    path: scratch.path,
    mayWrite: undefined,
    onOpen: () => undefined,
  });
  const columns = connection
    .statement(
      `SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'INTEGER'`,
    )
    .all()
    .map(([name]) => String(name));
  const moved = references.map(([table, column]) => `${table}.${column}`);
  const computed = ["departed.snapshot_id", "checkpoints.snapshot_id"];
  const left = columns.filter((name) => !others.test(name) && !moved.includes(name));
  assert.deepEqual(left.toSorted(), computed.toSorted());
});

test("a row that is recorded afterwards gets a number that was never used", async () => {
  using scratch = openScratch();
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    fill(timeline);
  }
  putInPlace(
    scratch.path,
    (await buildWithArrival(scratch.path, arrival, undefined, always, breathe)).path,
  );
  using timeline = openTimeline(scratch.path, always);
  const batch = { inbox: [], recordings: [recording("e")], restats: [], settlements: [] };
  assert.deepEqual(timeline.commit(batch), [8]);
  const checkpoint = { label: null, message: null, at: now as WallMs, files: 0, pinned: false };
  assert.equal(timeline.addCheckpoint({ ...checkpoint, snapshot: 0, payload: null }), 4);
});

test("what was written while it was built makes it stale; a reader does not", async () => {
  using scratch = openScratch();
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    fill(timeline);
  }
  const build = (meanwhile: () => void) =>
    buildWithArrival(scratch.path, arrival, undefined, always, async () => meanwhile());
  const read = () => {
    using reader = openTimelineReader(scratch.path);
    return reader.facts();
  };
  const read1 = await build(read);
  assert.ok(read1.isCurrent());
  let isDone = false;
  const written = await build(() => {
    if (isDone) return;
    isDone = true;
    using timeline = openTimeline(scratch.path, always);
    timeline.commit({ inbox: [], recordings: [recording("z")], restats: [], settlements: [] });
  });
  assert.ok(!written.isCurrent());
  using open = openTimeline(scratch.path, always);
  const held = await build(() => undefined);
  open.commit({ inbox: [], recordings: [recording("z")], restats: [], settlements: [] });
  assert.ok(!held.isCurrent(), "also while it is still open");
});
