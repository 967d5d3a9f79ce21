import {
  type Cause,
  type EventType,
  type PruneCause,
  type Pruning,
  pathToColumn,
  type RetentionPoint,
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
import type { Connection, Row } from "./driver.ts";
import { causes, events } from "./row.ts";

/** The columns `parsePruning` expects. */
export const pruningColumns = "id, at, cause, argv, snapshots, from_time, to_time";

/** The rest of the path that `after` lies in, then the paths behind it: the index gives them so. */
export function readRetentionRows(
  connection: Connection,
  after: RetentionPoint | undefined,
  limit: number,
): RetentionRow[] {
  if (after === undefined) {
    return connection.statement(rowsAfterPath).all("", limit).map(parseRetentionRow);
  }
  const path = pathToColumn(after.path);
  const older = connection
    .statement(olderOfPath)
    .all(path, timestampColumn(after.at), after.id, limit);
  const left = limit - older.length;
  const others = left === 0 ? [] : connection.statement(rowsAfterPath).all(path, left);
  return [...older, ...others].map(parseRetentionRow);
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
const olderOfPath = `SELECT ${retentionColumns} FROM snapshots INDEXED BY snapshots_by_path
  WHERE file_path = ? AND (timestamp, id) < (?, ?) ORDER BY timestamp DESC, id DESC LIMIT ?`;
const pruningsFrom = `SELECT ${pruningColumns} FROM prunings WHERE to_time >= ? ORDER BY id`;
