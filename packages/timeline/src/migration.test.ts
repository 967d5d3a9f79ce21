import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { RelPath, SnapshotId } from "@unf/core";
import { type Connection, createConnection } from "./driver.ts";
import { openTimeline, openTimelineReader } from "./open.ts";
import { setVacuum } from "./pragmas.ts";
import { applicationId, schemaVersion } from "./schema.ts";
import { createAt, openScratch, recording } from "./scratch.ts";

/** The schema as version 1 wrote it. Never to be changed. */
const version1 = readFileSync(new URL("./frozen/version-1.sql", import.meta.url), "utf8");

const bare = (path: string) => createConnection({ path, readonly: false, onOpen: () => {} });

/** A file as version 1 left it: rows of every kind, holes between ids, the newest row pruned. */
function writeVersion1(path: string): void {
  writeFileSync(path, "");
  using old = bare(path);
  setVacuum(old);
  old.pragma("journal_mode = WAL");
  old.script(version1);
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
  old.pragma(`application_id = ${applicationId}`);
  old.pragma("user_version = 1");
}

/** Everything that defines the file, as SQLite keeps it. */
function schemaOf(connection: Connection): unknown[] {
  const sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
  return connection.statement(sql).all();
}

const oldColumns = `id, file_path, content_hash, size_bytes, timestamp, event_type, line_count,
  lines_added, lines_removed, lines_exact, settled, mode, cause, session, turn, actor, confidence,
  renamed_from, operation, clock_skew_ms`;

test("a timeline of version 1 is brought up to date, and every row is what it was", () => {
  using scratch = openScratch();
  writeVersion1(scratch.path);
  const rowsOf = (connection: Connection) =>
    ["heads", "departed", "contents", "totals", "meta"].map((table) =>
      connection.statement(`SELECT * FROM ${table}`).all(),
    );
  const read = (sql: string) => {
    using connection = bare(scratch.path);
    return [connection.statement(sql).all(), rowsOf(connection)];
  };
  const before = read(`SELECT ${oldColumns} FROM snapshots ORDER BY id`);
  assert.throws(() => openTimelineReader(scratch.path), { code: "failed" });
  openTimeline(scratch.path)[Symbol.dispose]();
  assert.deepEqual(read(`SELECT ${oldColumns} FROM snapshots ORDER BY id`), before);
  using after = bare(scratch.path);
  assert.equal(after.pragma("user_version"), schemaVersion);
  assert.equal(after.pragma("integrity_check"), "ok");
});

test("a migrated timeline and a new one have the same schema", () => {
  using scratch = openScratch();
  using other = openScratch();
  writeVersion1(scratch.path);
  openTimeline(scratch.path)[Symbol.dispose]();
  using migrated = bare(scratch.path);
  using fresh = createAt(other.path);
  assert.deepEqual(schemaOf(migrated), schemaOf(fresh));
});

test("an id that was given out before the migration is not given out again", () => {
  using scratch = openScratch();
  writeVersion1(scratch.path);
  using timeline = openTimeline(scratch.path);
  const batch = { inbox: [], recordings: [recording("new")], restats: [], settlements: [] };
  assert.deepEqual(timeline.commit(batch), [10]);
});

test("a migrated timeline takes renames", () => {
  using scratch = openScratch();
  writeVersion1(scratch.path);
  using timeline = openTimeline(scratch.path);
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
