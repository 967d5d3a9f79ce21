import type { BlobId, WallMs } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { PrunedRow } from "@unf/core/timeline";
import {
  nonsense,
  parseCount,
  parseHash,
  parseId,
  parseJson,
  parsePath,
  parseText,
  parseTime,
} from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";
import { isNewContent } from "./contents.ts";
import { takePathId } from "./paths.ts";
import { type GoneRow, leaveTraces, parseSkew } from "./traces.ts";
import { versionColumns, versionOfWords } from "./words.ts";

// Rows that a machine decided to delete, kept for a day: docs/decision/0033.

const rowColumns = `id, file_path, content_hash, size_bytes, timestamp, event_type, line_count,
  lines_added, lines_removed, lines_exact, settled, mode, cause, session, turn, actor, confidence,
  renamed_from, operation, clock_skew_ms, rename_evidence, tool_call, withheld`;

/** The columns `parsePruned` expects. */
export const prunedColumns =
  "id, file_path, content_hash, size_bytes, timestamp, event_type, withheld, candidates, pruning";

/** Copies a row that is about to be deleted; `settlePruned` says for which pruning. */
export function keepRow(connection: Connection, id: number): void {
  connection.statement(keep).run(id);
}

export function settlePruned(connection: Connection, pruning: number): void {
  connection.statement(nameNewlyKept).run(pruning);
}

/** Throws `store_damaged` for what no recorder writes. */
export function parsePruned(row: Row): PrunedRow {
  if (!Array.isArray(parseJson(parseText(row[7], "candidates"), "candidates")))
    throw nonsense("candidates", row[7]);
  return {
    id: parseId(row[0]),
    path: parsePath(row[1]),
    hash: row[2] === null ? null : parseHash(row[2]),
    bytes: parseCount(row[3], "size_bytes"),
    at: parseTime(row[4]),
    withheld: row[6] !== null,
    pruning: parseCount(row[8], "pruning"),
  };
}

/** Brings pruned rows back, or drops them for good. */
export function createPruned(connection: Connection): Pick<Timeline, "bringBack" | "dropPruned"> {
  return {
    bringBack: (pruning, ids) =>
      connection.transaction("IMMEDIATE", () => bringBack(connection, pruning, ids)),
    dropPruned: (before) =>
      connection
        .statement(before === undefined ? dropAll : dropOld)
        .run(...(before === undefined ? [] : [timestampColumn(before)])).changes,
  };
}

/** Those of prunings at `since` or later, by pruning and path. */
export function listPruned(connection: Connection, since: WallMs | undefined): PrunedRow[] {
  const from = since === undefined ? "" : timestampColumn(since);
  return connection.statement(prunedSince).all(from).map(parsePruned);
}

export function isPruned(connection: Connection, hash: BlobId): boolean {
  return connection.statement(anyWithContent).get(hash) !== undefined;
}

/** Puts the rows back; what stays away of their paths leaves its traces anew. */
function bringBack(connection: Connection, pruning: number, ids: readonly number[]): number {
  const paths = new Set<string>();
  const sums = { rows: 0, settled: 0, bytes: 0 };
  for (const id of ids) {
    const row = connection.statement(keptRow).get(id, pruning);
    if (row === undefined) continue;
    const path = parseText(row[0], "file_path");
    paths.add(path);
    takePathId(connection, path);
    if (row[5] !== null) takePathId(connection, parseText(row[5], "renamed_from"));
    const hash = row[4] === null ? (row[2] as Cell) : null;
    if (hash !== null && isNewContent(connection, hash))
      sums.bytes += parseCount(row[3], "size_bytes");
    sums.rows += 1;
    sums.settled += parseCount(row[1], "settled");
    connection.statement(dropTrace).run(id);
    connection.statement(putRow).run(id);
    connection.statement(putCandidates).run(id);
    connection.statement(dropKept).run(id);
  }
  if (sums.rows === 0) return 0;
  for (const path of paths) renewTraces(connection, pruning, path);
  connection.statement(addSums).run(sums.rows, sums.settled, sums.bytes);
  const left = connection.statement(takeFromPruning).run(sums.rows, pruning, sums.rows).changes;
  if (left === 0) connection.statement(dropPruning).run(pruning);
  return sums.rows;
}

function renewTraces(connection: Connection, pruning: number, path: string): void {
  connection.statement(dropTracesOf).run(pruning, path);
  const at = connection.statement(instantOfPruning).get(pruning)?.[0];
  const gone = connection
    .statement(goneOfPath)
    .all(pruning, path)
    .map(
      (row): GoneRow => ({
        id: parseId(row[0]),
        path,
        timestamp: parseText(row[1], "timestamp"),
        present: row[2] !== "delete" || row[3] === "excluded",
        renamedFrom: row[4] === null ? null : parseText(row[4], "renamed_from"),
        skewMs: parseSkew(row[5]),
      }),
    );
  if (gone.length > 0) leaveTraces(connection, gone, { pruning, at: parseTime(at) });
}

const keep = `INSERT INTO pruned (${rowColumns}, candidates, pruning)
  SELECT ${rowColumns}, (SELECT json_group_array(json_array(c.session, c.turn, c.tool_call))
    FROM candidates c WHERE c.snapshot_id = s.id), 0 FROM snapshots s WHERE s.id = ?`;
const keptRow = `SELECT file_path, settled, unhex(content_hash), size_bytes, withheld, renamed_from
  FROM pruned WHERE id = ? AND pruning = ?`;
const putRow = `INSERT INTO versions (${versionColumns}) SELECT ${versionOfWords()} FROM pruned w
  WHERE w.id = ?`;
const putCandidates = `INSERT INTO candidates (snapshot_id, session, turn, tool_call)
  SELECT p.id, c.value ->> 0, c.value ->> 1, c.value ->> 2 FROM pruned p, json_each(p.candidates) c
  WHERE p.id = ? ORDER BY c.key`;
const goneOfPath = `SELECT id, timestamp, event_type, cause, renamed_from, clock_skew_ms FROM pruned
  WHERE pruning = ? AND file_path = ? ORDER BY id`;
const addSums = `UPDATE totals SET snapshots = snapshots + ?, settled = settled + ?,
  content_bytes = content_bytes + ?`;
const prunedSince = `SELECT ${prunedColumns} FROM pruned
  WHERE pruning IN (SELECT id FROM prunings WHERE at >= ?) ORDER BY pruning, file_path, id`;
const dropAll = "DELETE FROM pruned";
const dropOld = `DELETE FROM pruned WHERE id IN (SELECT id FROM pruned
  WHERE pruning NOT IN (SELECT id FROM prunings WHERE at >= ?) LIMIT 1000)`;
const nameNewlyKept = `UPDATE pruned SET pruning = ? WHERE pruning = 0`;
const anyWithContent = `SELECT 1 FROM pruned WHERE content_hash = ?`;
const dropTrace = `DELETE FROM thinned WHERE id = ?`;
const dropKept = `DELETE FROM pruned WHERE id = ?`;
const takeFromPruning = `UPDATE prunings SET snapshots = snapshots - ? WHERE id = ? AND snapshots > ?`;
const dropPruning = `DELETE FROM prunings WHERE id = ?`;
const dropTracesOf = `DELETE FROM thinned WHERE pruning = ? AND file_path = ?`;
const instantOfPruning = `SELECT at FROM prunings WHERE id = ?`;
