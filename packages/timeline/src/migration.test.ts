import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { AbsPath, BlobId, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { unknownAuthor } from "@unf/core/timeline";
import { type Connection, createConnection } from "./file/driver.ts";
import { setVacuum } from "./file/pragmas.ts";
import { applicationId, schemaVersion } from "./file/schema.ts";
import { openTimeline, openTimelineReader } from "./open/open.ts";
import { openTimelineCheck } from "./repair/check.ts";
import { rebuildTimeline } from "./repair/rebuild.ts";
import { listHorizons } from "./rows/horizons.ts";
import { always, createAt, identity, openScratch, recording } from "./testing/scratch.ts";

/** The schemas as those versions wrote them. Never to be changed. */
const version1 = readFileSync(new URL("./frozen/version-1.sql", import.meta.url), "utf8");
const version3 = readFileSync(new URL("./frozen/version-3.sql", import.meta.url), "utf8");
const version4 = readFileSync(new URL("./frozen/version-4.sql", import.meta.url), "utf8");

const version5 = readFileSync(new URL("./frozen/version-5.sql", import.meta.url), "utf8");

const bare = (path: string) => createConnection({ path, mayWrite: always, onOpen: () => {} });

const version6 = readFileSync(new URL("./frozen/version-6.sql", import.meta.url), "utf8");

const version7 = readFileSync(new URL("./frozen/version-7.sql", import.meta.url), "utf8");

const version8 = readFileSync(new URL("./frozen/version-8.sql", import.meta.url), "utf8");

const version9 = readFileSync(new URL("./frozen/version-9.sql", import.meta.url), "utf8");

const version10 = readFileSync(new URL("./frozen/version-10.sql", import.meta.url), "utf8");

const version11 = readFileSync(new URL("./frozen/version-11.sql", import.meta.url), "utf8");

/** A file as version 1 left it: rows of every kind, holes between ids, the newest row pruned. */
function writeVersion1(path: string): void {
  using old = createOld(path, version1, 1);
  const insert = old.statement(`INSERT INTO snapshots VALUES
    (?, ?, ?, 3, ?, ?, ?, ?, ?, ?, ?, 33188, ?, NULL, NULL, NULL, NULL, ?, NULL, ?)`);
  const hash = "a".repeat(64);
  const at = (n: number) => `2026-01-01T00:00:00.00${n}Z`;
  insert.run(1, "a", hash, at(1), "create", 1, 1, 0, 1, 1, "baseline", null, null);
  insert.run(2, "a", hash, at(1), "modify", 2, 1, 0, 0, 0, "event", null, 2500);
  insert.run(5, "b", hash, at(5), "create", null, null, null, null, 1, "sweep", null, null);
  insert.run(6, "b", null, at(5), "delete", 0, 0, 1, 1, 1, "excluded", null, null);
  insert.run(7, "c", hash, at(7), "rename", 1, 0, 0, 1, 1, "operation", "a", null);
  insert.run(9, "gone", hash, at(9), "create", 1, 1, 0, 1, 1, "event", null, null);
  old.script("DELETE FROM snapshots WHERE id = 9");
  old.script(`INSERT INTO heads VALUES
    ('a', 2, '${hash}', 3, 33188, 1, 2, 3, 33188, 4, 5, 0),
    ('c', 7, '${hash}', 3, 33188, 1, 2, 3, 33188, 4, 5, 1)`);
  old.script(`INSERT INTO departed VALUES ('b', 6);
    INSERT INTO contents VALUES (x'${hash}', 3);
    UPDATE totals SET snapshots = 5, settled = 4, files = 2, content_bytes = 3;
    INSERT INTO meta VALUES ('project', '0123456789abcdef')`);
}

/** A file as version 3 left it: operations of every outcome, the newest of them deleted. */
function writeVersion3(path: string): void {
  using old = createOld(path, version3, 3);
  const row =
    old.statement(`INSERT INTO snapshots (id, file_path, content_hash, size_bytes, timestamp,
    event_type, settled, mode, cause, operation) VALUES (?, ?, ?, 3, ?, 'modify', 1, 33188, 'operation', ?)`);
  row.run(1, "a", "a".repeat(64), instant(1), null);
  row.run(2, "a", "b".repeat(64), instant(2), 1);
  row.run(3, "b", "a".repeat(64), instant(2), 1);
  row.run(4, "b", "b".repeat(64), instant(3), 3);
  row.run(5, "b", "a".repeat(64), instant(4), 3);
  old.script(`INSERT INTO contents VALUES (x'${"a".repeat(64)}', 3), (x'${"b".repeat(64)}', 3);
    INSERT INTO meta VALUES ('root', '/p')`);
  const operation = old.statement("INSERT INTO operations VALUES (?, 'restore', ?, ?, ?, ?, ?, ?)");
  operation.run(
    1,
    instant(1),
    instant(2),
    '["restore","a"]',
    1,
    '{"id":"pl-1","actions":[]}',
    "done",
  );
  operation.run(2, instant(3), instant(3), "[]", 3, '{"id":7}', "partial");
  operation.run(3, instant(3), null, "[]", 3, '{"id":"pl-3"}', "running");
  operation.run(4, instant(5), null, "[]", 5, "no JSON", "running");
  operation.run(5, instant(5), instant(6), "[]", 5, "[]", "failed");
  operation.run(8, instant(7), instant(8), "[]", 5, "{}", "done");
  old.script("DELETE FROM operations WHERE id = 8");
}

/** A file as version 4 left it: a row, an operation with a step, a checkpoint. */
function writeVersion4(path: string): void {
  using old = createOld(path, version4, 4);
  const hash = "a".repeat(64);
  old.script(`INSERT INTO snapshots (id, file_path, content_hash, size_bytes, timestamp, event_type,
      settled, mode, cause, operation)
      VALUES (3, 'a', '${hash}', 3, '${instant(1)}', 'create', 1, 33188, 'operation', 1);
    INSERT INTO heads VALUES ('a', 3, '${hash}', 3, 33188, 1, 2, 3, 33188, 4, 5, 0);
    INSERT INTO contents VALUES (x'${hash}', 3, 3);
    UPDATE totals SET snapshots = 1, settled = 1, files = 1, content_bytes = 3;
    INSERT INTO operations VALUES
      (1, 'restore', '${instant(1)}', '${instant(2)}', '[]', 0, 3, 'pl-1', NULL, 'done', 1);
    INSERT INTO steps (operation, position, file_path, from_kind, to_kind, to_mode, to_hash, to_bytes)
      VALUES (1, 0, 'a', 'absent', 'recorded', 33188, '${hash}', 3);
    INSERT INTO checkpoints VALUES (1, 'cp', NULL, '${instant(2)}', 3, 1, 1, x'00ff');
    INSERT INTO meta VALUES ('root', '/p')`);
}

/** A file as version 5 left it: a row with its author, a session with a turn. */
function writeVersion5(path: string): void {
  using old = createOld(path, version5, 5);
  const hash = "a".repeat(64);
  old.script(`INSERT INTO snapshots (id, file_path, content_hash, size_bytes, timestamp, event_type,
      settled, mode, cause, session, turn, actor, confidence)
      VALUES (3, 'a', '${hash}', 3, '${instant(1)}', 'create', 1, 33188, 'event', 's-1', '1', 'codex', 'hook');
    INSERT INTO heads VALUES ('a', 3, '${hash}', 3, 33188, 1, 2, 3, 33188, 4, 5, 0);
    INSERT INTO contents VALUES (x'${hash}', 3, 3);
    UPDATE totals SET snapshots = 1, settled = 1, files = 1, content_bytes = 3;
    INSERT INTO sessions (id, agent, agent_session, cwd, started_at)
      VALUES ('s-1', 'codex', 'one', '/p', '${instant(1)}')`);
}

/** A file as version 6 left it: a row that stayed when one before it was pruned. */
function writeVersion6(path: string): void {
  using old = createOld(path, version6, 6);
  const hash = "a".repeat(64);
  old.script(`INSERT INTO snapshots (id, file_path, content_hash, size_bytes, timestamp, event_type,
      settled, mode, cause)
      VALUES (3, 'a', '${hash}', 3, '${instant(3)}', 'modify', 1, 33188, 'event');
    INSERT INTO heads VALUES ('a', 3, '${hash}', 3, 33188, 1, 2, 3, 33188, 4, 5, 0, NULL);
    INSERT INTO contents VALUES (x'${hash}', 3, 3);
    UPDATE totals SET snapshots = 1, settled = 1, files = 1, content_bytes = 3;
    INSERT INTO meta VALUES ('root', '/p');
    INSERT INTO prunings VALUES (1, '${instant(4)}', 'policy', '[]', 2, '${instant(1)}', '${instant(3)}')`);
}

/** A file as version 7 left it: a turn of an agent that told no name of its prompt. */
function writeVersion7(path: string): void {
  using old = createOld(path, version7, 7);
  const hash = "a".repeat(64);
  old.script(`INSERT INTO snapshots (id, file_path, content_hash, size_bytes, timestamp, event_type,
      settled, mode, cause)
      VALUES (3, 'private/a', '${hash}', 3, '${instant(3)}', 'modify', 1, 33188, 'event');
    INSERT INTO heads VALUES ('private/a', 3, '${hash}', 3, 33188, 1, 2, 3, 33188, 4, 5, 0, NULL);
    INSERT INTO contents VALUES (x'${hash}', 3, 3);
    UPDATE totals SET snapshots = 1, settled = 1, files = 1, content_bytes = 3;
    INSERT INTO meta VALUES ('root', '/p');
    INSERT INTO sessions (id, agent, agent_session, cwd, started_at)
      VALUES ('s-1', 'codex', 'one', '/p', '${instant(1)}');
    INSERT INTO turns (session, label, started_at, before_id) VALUES ('s-1', 'go', '${instant(2)}', 0)`);
}

/** A file as version 8 left it: rows went, one of them for a day only; at that the clock was set back if `skewed`. */
function writeVersion8(path: string, skewed = true): void {
  using old = createOld(path, version8, 8);
  const hash = "a".repeat(64);
  old.script(`INSERT INTO snapshots (id, file_path, content_hash, size_bytes, timestamp, event_type,
      settled, mode, cause)
      VALUES (3, 'a', '${hash}', 3, '${instant(3)}', 'modify', 1, 33188, 'event');
    INSERT INTO heads VALUES ('a', 3, '${hash}', 3, 33188, 1, 2, 3, 33188, 4, 5, 0, NULL);
    INSERT INTO contents VALUES (x'${hash}', 3, 3);
    UPDATE totals SET snapshots = 1, settled = 1, files = 1, content_bytes = 3;
    INSERT INTO meta VALUES ('root', '/p');
    INSERT INTO prunings VALUES (1, '${instant(4)}', 'policy', '[]', 1, '${instant(1)}', '${instant(1)}');
    INSERT INTO thinned VALUES (1, 'a', '${instant(1)}', 1, NULL, 0), (2, 'a', '${instant(1)}', 1, NULL, 1);
    INSERT INTO pruned (id, file_path, content_hash, size_bytes, timestamp, event_type, settled, mode,
      cause, clock_skew_ms, candidates, pruning)
      VALUES (2, 'a', '${hash}', 3, '${instant(1)}', 'modify', 1, 33188, 'event', ${skewed ? 5000 : "NULL"}, '[]', 1)`);
}

/** A file as version 9 left it: an operation put aside what nobody could record. */
function writeVersion9(path: string): void {
  using old = createOld(path, version9, 9);
  old.script(`INSERT INTO operations VALUES
      (1, 'restore', '${instant(1)}', '${instant(2)}', '[]', 0, 0, 'pl-1', NULL, 'done', 1);
    INSERT INTO steps (operation, position, file_path, from_kind, from_mode, from_bytes, to_kind)
      VALUES (1, 0, 'a.bin', 'rescued', 33188, 5, 'absent');
    INSERT INTO meta VALUES ('root', '/p')`);
}

/** A file as version 10 left it: one content is withheld by a setting, and one file left the record. */
function writeVersion10(path: string): void {
  using old = createOld(path, version10, 10);
  const hash = "a".repeat(64);
  old.script(`INSERT INTO snapshots (id, file_path, content_hash, size_bytes, timestamp, event_type,
      settled, mode, cause, withheld)
      VALUES (1, '.env', '${hash}', 3, '${instant(1)}', 'create', 1, 33188, 'event', 1),
        (2, 'logo', '${hash}', 3, '${instant(1)}', 'create', 1, 33188, 'event', 1),
        (3, 'logo', NULL, 0, '${instant(3)}', 'delete', 1, 0, 'excluded', NULL);
    INSERT INTO heads VALUES ('.env', 1, '${hash}', 3, 33188, 1, 2, 3, 33188, 4, 5, 0, 1);
    INSERT INTO departed VALUES ('logo', 3);
    UPDATE totals SET snapshots = 3, settled = 3, files = 1;
    INSERT INTO meta VALUES ('root', '/p')`);
}

function hashOf(digit: string): BlobId {
  return digit.repeat(64) as BlobId;
}

function instant(n: number): string {
  return `2026-01-01T00:00:00.00${n}Z`;
}

/** A file as version 11 left it: rows with all that a row can say, heads, and contents that are released. */
function writeVersion11(path: string): void {
  using old = createOld(path, version11, 11);
  const insert = old.statement(`INSERT INTO snapshots VALUES
    (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const at = (n: number) => `2026-01-01T00:00:00.00${n}Z`;
  const [a, b, c] = ["a", "b", "0"].map((digit) => digit.repeat(64)) as [string, string, string];
  const none = (count: number): null[] => new Array<null>(count).fill(null);
  const counted = [3, 2, 1, 1];
  insert.run(1, "z", a, 3, at(1), "create", ...counted, 1, 33188, "baseline", ...none(10));
  insert.run(
    ...[3, "raw//ff", b, 5, at(1), "create", ...none(4), 0, 41471, "event"],
    ...["s-7f3a", "12", "codex", "window", null, null, 2500, null, 7, null],
  );
  insert.run(4, "z", null, 0, at(2), "delete", 0, 0, 3, 1, 1, 0, "renamed", ...none(10));
  insert.run(
    ...[5, "a", a, 3, at(2), "rename", 3, 0, 0, 0, 1, 33188, "operation"],
    ...[null, null, null, "ambiguous", "z", 9, null, "similar", null, null],
  );
  insert.run(6, "logo", c, 9, at(3), "modify", ...none(4), 1, 33188, "sweep", ...none(9), 2);
  insert.run(7, "raw//ff", null, 0, at(4), "delete", ...none(4), 1, 0, "excluded", ...none(10));
  insert.run(9, "last", a, 3, at(5), "modify", ...counted, 0, 33188, "event", ...none(10));
  old.script(`DELETE FROM snapshots WHERE id = 9;
    INSERT INTO heads VALUES ('a', 5, '${a}', 3, 33188, -1, 2, 3, 33188, 4, 5, 0, NULL),
      ('logo', 6, '${c}', 9, 33188, 1, 2, 9, 33188, 4, 5, 1, 2);
    INSERT INTO departed VALUES ('raw//ff', 7), ('z', 4);
    INSERT INTO contents VALUES (x'${a}', 3, 5), (x'${b}', 5, 3), (x'${"c".repeat(64)}', 7, 8);
    INSERT INTO released VALUES (x'${"c".repeat(64)}');
    INSERT INTO candidates VALUES (2, 5, 's-1', 3, NULL), (4, 5, 's-2', NULL, 8);
    UPDATE totals SET snapshots = 6, settled = 5, files = 2, content_bytes = 15;
    INSERT INTO meta VALUES ('project', '0123456789abcdef')`);
}

function createOld(path: string, schema: string, version: number): Connection {
  writeFileSync(path, "");
  const old = bare(path);
  setVacuum(old);
  old.pragma("journal_mode = WAL");
  old.script(schema);
  old.pragma(`application_id = ${applicationId}`);
  old.pragma(`user_version = ${version}`);
  return old;
}

/**
 * Everything that defines the file, as SQLite keeps it: word by word as it was written, but a column
 * that was added stands behind the last one, in whatever line. So blanks around signs do not count.
 */
function schemaOf(connection: Connection): unknown[] {
  const sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
  return connection
    .statement(sql)
    .all()
    .map((row) =>
      row.map((cell) =>
        String(cell)
          .replace(/\s+/g, " ")
          .replace(/ ?([(),]) ?/g, "$1"),
      ),
    );
}

const oldColumns = `id, file_path, content_hash, size_bytes, timestamp, event_type, line_count,
  lines_added, lines_removed, lines_exact, settled, mode, cause, session, turn, actor, confidence,
  renamed_from, operation, clock_skew_ms`;

/** Everything that rows say, and what follows from them. */
function readWords(path: string, columns: string, former: boolean): unknown {
  using connection = bare(path);
  const all = (sql: string) => connection.statement(sql).all();
  const [named, hash] = former
    ? ["", "content_hash"]
    : ["JOIN paths p ON p.id = path", "lower(hex(content_hash))"];
  return [
    all(`SELECT ${columns} FROM snapshots ORDER BY id`),
    all(`SELECT file_path, snapshot_id, ${hash}, size_bytes, mode, dev, ino, mtime_ns, racy
      FROM heads ${named} ORDER BY file_path`),
    all(`SELECT file_path, snapshot_id FROM departed ${named} ORDER BY file_path`),
    all("SELECT * FROM totals"),
    all("SELECT * FROM meta"),
  ];
}

test("a timeline of version 1 is brought up to date, and every row is what it was", () => {
  using scratch = openScratch();
  writeVersion1(scratch.path);
  const before = readWords(scratch.path, oldColumns, true);
  assert.throws(() => openTimelineReader(scratch.path), { code: "failed" });
  openTimeline(scratch.path, always)[Symbol.dispose]();
  assert.deepEqual(readWords(scratch.path, oldColumns, false), before);
  using after = bare(scratch.path);
  assert.equal(after.pragma("user_version"), schemaVersion);
  assert.equal(after.pragma("integrity_check"), "ok");
});

const version11Columns = `${oldColumns}, rename_evidence, tool_call, withheld`;

test("every value of a row of version 11 is read as it was from the narrower ones", () => {
  using scratch = openScratch();
  writeVersion11(scratch.path);
  const before = readWords(scratch.path, version11Columns, true);
  {
    using timeline = openTimeline(scratch.path, always);
    assert.deepEqual(readWords(scratch.path, version11Columns, false), before);
    assert.equal(timeline.contentRow(hashOf("a"))?.id, 5);
    assert.equal(timeline.contentRow(hashOf("0")), undefined, "it is withheld");
    assert.equal(timeline.unrecordableHeads(), 1);
    assert.deepEqual(
      timeline.candidates(5 as SnapshotId).map(({ session }) => session),
      ["s-1", "s-2"],
    );
    while (timeline.settleReleased());
    assert.equal(timeline.facts().contentBytes, 8);
    const batch = { inbox: [], recordings: [recording("new")], restats: [], settlements: [] };
    assert.deepEqual(timeline.commit(batch), [10]);
  }
  using check = openTimelineCheck(scratch.path);
  assert.deepEqual([check.faults("full"), check.disagreements()], [[], []]);
});

test("a timeline of version 11 that is rebuilt instead has the same rows, heads and candidates", () => {
  using scratch = openScratch();
  writeVersion11(scratch.path);
  const [rows, heads, departed] = readWords(scratch.path, version11Columns, true) as unknown[][];
  const { path } = rebuildTimeline(scratch.path, identity, () => hashOf("a"), always);
  const [same, ...rest] = readWords(path, version11Columns, false) as unknown[][];
  assert.deepEqual([same, rest[0], rest[1]], [rows, heads, departed]);
  using timeline = openTimelineReader(path);
  assert.equal(timeline.candidates(5 as SnapshotId).length, 2);
  using check = openTimelineCheck(path);
  assert.deepEqual([check.faults("full"), check.disagreements()], [[], []]);
});

test("a value that no recorder writes stops the step, and leaves the timeline at version 11", () => {
  using scratch = openScratch();
  writeVersion11(scratch.path);
  {
    using old = bare(scratch.path);
    old.script(`PRAGMA ignore_check_constraints = ON;
      UPDATE snapshots SET cause = 'magic' WHERE id = 3`);
  }
  assert.throws(() => openTimeline(scratch.path, always), { code: "store_damaged" });
  using old = bare(scratch.path);
  assert.equal(old.pragma("user_version"), 11);
  assert.equal(old.statement("SELECT count(*) FROM snapshots").get()?.[0], 6);
});

const writers = [
  ...[writeVersion1, writeVersion3, writeVersion4, writeVersion5, writeVersion6],
  ...[writeVersion7, writeVersion8, writeVersion9, writeVersion10, writeVersion11],
];
for (const write of writers) {
  test(`a migrated timeline and a new one have the same schema: ${write.name}`, () => {
    using scratch = openScratch();
    using other = openScratch();
    write(scratch.path);
    openTimeline(scratch.path, always)[Symbol.dispose]();
    using migrated = bare(scratch.path);
    using fresh = createAt(other.path);
    assert.deepEqual(schemaOf(migrated), schemaOf(fresh));
    assert.deepEqual(migrated.statement("PRAGMA foreign_key_check").all(), []);
  });
}

test("a timeline from before the table of bursts gets it, and keeps what it has", () => {
  using scratch = openScratch();
  writeVersion1(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const at = 1_800_000_000_000 as WallMs;
  const before = timeline.facts().lastId ?? 0;
  timeline.markBurst({ before, from: at, to: at });
  assert.deepEqual(
    timeline.bursts().map((mark) => mark.before),
    [7],
  );
});

/** Checks how the operations of `writeVersion3` came through. */
function checkFormerOperations(timeline: TimelineReader): void {
  const at = (n: number) => (Date.UTC(2026, 0, 1) + n) as WallMs;
  const common = { kind: "restore", argv: [], inverts: null, plan: "", files: 0 } as const;
  const abandoned = { ...common, state: "abandoned" };
  const partial = { ...common, state: "partial" };
  assert.deepEqual(timeline.operations(9), [
    { ...abandoned, id: 5, startedAt: at(5), finishedAt: at(6), before: 5, after: 5 },
    { ...partial, id: 4, startedAt: at(5), finishedAt: at(5), before: 5, after: 5 },
    {
      ...{ ...partial, id: 3, startedAt: at(3), finishedAt: at(4), before: 3, after: 5 },
      ...{ plan: "pl-3", files: 1 },
    },
    { ...partial, id: 2, startedAt: at(3), finishedAt: at(3), before: 3, after: 3 },
    {
      ...{ ...common, id: 1, startedAt: at(1), finishedAt: at(2), before: 1, after: 3 },
      ...{ argv: ["restore", "a"], plan: "pl-1", state: "done", files: 2 },
    },
  ]);
  assert.deepEqual(timeline.unfinishedOperations(), []);
  assert.deepEqual(timeline.steps(1), []);
}

test("operations of version 3 keep their ids and say how they ended", () => {
  using scratch = openScratch();
  writeVersion3(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  checkFormerOperations(timeline);
});

test("a timeline of version 3 that is rebuilt instead has the same operations", () => {
  using scratch = openScratch();
  writeVersion3(scratch.path);
  const { path } = rebuildTimeline(scratch.path, identity, () => hashOf("a"), always);
  using timeline = openTimelineReader(path);
  checkFormerOperations(timeline);
});

test("after the migration of version 3 an operation's id is not given out again", () => {
  using scratch = openScratch();
  writeVersion3(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const startedAt = 1_800_000_000_000 as WallMs;
  const given = { startedAt, argv: [], before: 5, plan: "pl-9" } as const;
  assert.equal(timeline.startOperation({ ...given, kind: "undo", inverts: 1 }, []), 9);
});

test("after the migration of version 3 the newest row of each content is known", () => {
  using scratch = openScratch();
  writeVersion3(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const newest = ["a", "b", "c"].map((digit) => timeline.contentRow(hashOf(digit))?.id);
  assert.deepEqual(newest, [5, 4, undefined]);
});

test("a timeline of version 4 keeps what it has, and takes who wrote a row", () => {
  using scratch = openScratch();
  writeVersion4(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const id = 3 as SnapshotId;
  assert.deepEqual(timeline.snapshot(id)?.author, unknownAuthor);
  assert.deepEqual([timeline.steps(1).length, timeline.operation(1)?.state], [1, "done"]);
  assert.deepEqual(
    [timeline.checkpoints()[0]?.payloadBytes, timeline.sessions({ limit: 9 })],
    [2, []],
  );
  const author = { ...unknownAuthor, agent: "codex", confidence: "hook", turn: 12 } as const;
  const none = { inbox: [], recordings: [], restats: [], settlements: [] };
  timeline.commit({ ...none, attributions: [{ id, author }] });
  assert.deepEqual(timeline.snapshot(id)?.author, author);
  const by = { agent: "codex" };
  const found = [...timeline.find({ within: [], interim: false, order: "newest", author: by })];
  assert.deepEqual(
    found.map((row) => row.id),
    [id],
  );
});

test("a timeline of version 5 keeps what it has, and everything in it is kept content", () => {
  using scratch = openScratch();
  writeVersion5(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const row = timeline.snapshot(3 as SnapshotId);
  assert.deepEqual([row?.author.agent, row?.author.confidence], ["codex", "hook"]);
  assert.equal(timeline.session("s-1")?.agent, "codex");
  using file = bare(scratch.path);
  const withheld = file.statement("SELECT id FROM snapshots WHERE withheld IS NOT NULL").all();
  assert.deepEqual(withheld, []);
});

test("what a timeline of version 6 lost without a trace is not known to have been absent", () => {
  using thinned = openScratch();
  using whole = openScratch();
  writeVersion6(thinned.path);
  writeVersion5(whole.path);
  const read = ({ path }: { readonly path: string }) => {
    openTimeline(path as AbsPath, always)[Symbol.dispose]();
    using file = bare(path);
    return listHorizons(file);
  };
  const toTime = (Date.UTC(2026, 0, 1) + 3) as WallMs;
  assert.deepEqual(read(thinned), [{ kind: "absence", from: 0, to: 3, toTime }]);
  assert.deepEqual(read(whole), []);
});

test("of a timeline of version 7 no mode of a directory is known, and its turns have no prompts' names", () => {
  using scratch = openScratch();
  writeVersion7(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  assert.deepEqual(timeline.directoryModes(), []);
  const newest = { id: 3 as SnapshotId };
  assert.equal(timeline.ownDirectoryMode("" as RelPath, newest), undefined);
  const [turn] = timeline.turns({ limit: 9 });
  assert.deepEqual([turn?.id, turn?.label, turn?.promptId], [1, "go", undefined]);
});

test("what a timeline of version 8 lost of a clock that was set back is not known to have been absent", () => {
  const read = (skewed: boolean) => {
    using scratch = openScratch();
    writeVersion8(scratch.path, skewed);
    openTimeline(scratch.path, always)[Symbol.dispose]();
    using file = bare(scratch.path);
    const skews = file.statement("SELECT clock_skew_ms FROM thinned ORDER BY id").all().flat();
    return { skews, doubts: listHorizons(file) };
  };
  const toTime = (Date.UTC(2026, 0, 1) + 3) as WallMs;
  assert.deepEqual(read(true), {
    skews: [null, 5000],
    doubts: [{ kind: "absence", from: 0, to: 3, toTime }],
  });
  assert.deepEqual(read(false), { skews: [null, null], doubts: [] });
});

test("what a copy held that was put aside by version 9 is not known, and it is put back as before", () => {
  using scratch = openScratch();
  writeVersion9(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const from = { kind: "rescued", operation: null, bytes: 5, mode: 0o100644 };
  assert.deepEqual(timeline.steps(1)[0]?.from, from);
});

test("in a timeline of version 10 a setting withholds, and what left the record is not known since", () => {
  using scratch = openScratch();
  writeVersion10(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const rows = [1, 2].map((id) => timeline.snapshot(id as SnapshotId));
  assert.deepEqual(
    rows.map((row) => [row?.withheld, row?.unrecordable]),
    [
      [true, undefined],
      [true, undefined],
    ],
  );
  assert.equal(timeline.unrecordableHeads(), 0);
  const newest = { id: 3 as SnapshotId };
  assert.equal(timeline.pathAt("logo" as RelPath, newest).kind, "unknown");
});

test("an id that was given out before the migration is not given out again", () => {
  using scratch = openScratch();
  writeVersion1(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const batch = { inbox: [], recordings: [recording("new")], restats: [], settlements: [] };
  assert.deepEqual(timeline.commit(batch), [10]);
});

test("a migrated timeline takes renames", () => {
  using scratch = openScratch();
  writeVersion1(scratch.path);
  using timeline = openTimeline(scratch.path, always);
  const [gone, came] = timeline.commit({
    inbox: [],
    recordings: [recording("c", { hash: null }), recording("d", { event: "create" })],
    restats: [],
    settlements: [],
  }) as [SnapshotId, SnapshotId];
  timeline.commit({
    inbox: [],
    recordings: [],
    restats: [],
    settlements: [
      { id: came, event: "rename", renamedFrom: "c" as RelPath, evidence: "similar" },
      { id: gone, cause: "renamed" },
    ],
  });
  const rename = timeline.snapshot(came);
  assert.deepEqual(
    [rename?.event, rename?.renamedFrom, rename?.evidence],
    ["rename", "c", "similar"],
  );
  assert.equal(timeline.snapshot(gone)?.cause, "renamed");
  assert.deepEqual(timeline.renameOf(gone), rename);
  assert.equal(timeline.renameOf(came), undefined);
});
