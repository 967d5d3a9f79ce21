import {
  type Cause,
  type EventType,
  type PruneCause,
  type Pruning,
  pathToColumn,
  type RelPath,
  type RetentionRow,
  type WallMs,
} from "@unf/core";
import { parseTurn } from "./author-cells.ts";
import {
  oneOf,
  parseCount,
  parseFlag,
  parseHash,
  parseId,
  parsePath,
  parseText,
  parseTime,
  parseWords,
} from "./cell.ts";
import { timestampColumn } from "./column.ts";
import type { Cell, Connection, Row } from "./driver.ts";
import { causes, events } from "./row.ts";

/** The columns `parsePruning` expects. */
export const pruningColumns = "id, at, cause, argv, snapshots, from_time, to_time";

/**
 * At least `limit` rows of the paths after `after` in the order of the column, unless there are no more:
 * all of a path, in the order of their ids.
 */
export function readRetentionRows(
  connection: Connection,
  after: RelPath | undefined,
  limit: number,
): RetentionRow[] {
  const from = after === undefined ? "" : pathToColumn(after);
  const page = connection.statement(rowsAfterPath).all(from, limit);
  const last = page.length < limit ? undefined : page.at(-1);
  const rest =
    last === undefined ? [] : connection.statement(rowsBefore).all(...(last.slice(0, 3) as Cell[]));
  return oldestFirst([...page, ...rest]).map(parseRetentionRow);
}

/** Those whose span reaches to `since` or later, oldest first. */
export function listPrunings(connection: Connection, since: WallMs | undefined): Pruning[] {
  const from = since === undefined ? "" : timestampColumn(since);
  return connection.statement(pruningsFrom).all(from).map(parsePruning);
}

export function parsePruning(row: Row): Pruning {
  return {
    id: parseCount(row[0], "id"),
    at: parseTime(row[1]),
    cause: oneOf<PruneCause>(row[2], pruneCauses, "cause"),
    argv: parseWords(row[3]),
    snapshots: parseCount(row[4], "snapshots"),
    from: parseTime(row[5]),
    to: parseTime(row[6]),
  };
}

/** The index gives the newest of a path first: every run of one path is turned round. */
function oldestFirst(rows: readonly Row[]): Row[] {
  const turned: Row[] = [];
  for (let end = 0; end < rows.length; ) {
    const start = end;
    while (end < rows.length && rows[end]?.[0] === rows[start]?.[0]) end += 1;
    for (let at = end - 1; at >= start; at -= 1) turned.push(rows[at] ?? []);
  }
  return turned;
}

function parseRetentionRow(row: Row): RetentionRow {
  return {
    path: parsePath(row[0]),
    at: parseTime(row[1]),
    id: parseId(row[2]),
    settled: parseFlag(row[3], "settled"),
    event: oneOf<EventType>(row[4], events, "event_type"),
    bytes: parseCount(row[5], "size_bytes"),
    hash: row[6] === null ? null : parseHash(row[6]),
    session: row[7] === null ? null : parseText(row[7], "session"),
    turn: row[8] === null ? null : parseTurn(row[8]),
    operation: row[9] === null ? null : parseCount(row[9], "operation"),
    cause: oneOf<Cause>(row[10], causes, "cause"),
    renamedFrom: row[11] === null ? null : parsePath(row[11]),
    ambiguous: row[12] === "ambiguous",
  };
}

const pruneCauses = new Set<unknown>(["policy", "asked", "cap", "forget"] satisfies PruneCause[]);

const retentionColumns = `file_path, timestamp, id, settled, event_type, size_bytes, content_hash,
  session, turn, operation, cause, renamed_from, confidence`;
const rowsAfterPath = `SELECT ${retentionColumns} FROM snapshots INDEXED BY snapshots_by_path
  WHERE file_path > ? ORDER BY file_path, timestamp DESC, id DESC LIMIT ?`;
const rowsBefore = `SELECT ${retentionColumns} FROM snapshots INDEXED BY snapshots_by_path
  WHERE file_path = ? AND (timestamp, id) < (?, ?) ORDER BY timestamp DESC, id DESC`;
const pruningsFrom = `SELECT ${pruningColumns} FROM prunings WHERE to_time >= ? ORDER BY id`;
