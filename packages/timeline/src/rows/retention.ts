import { pathToColumn, type WallMs } from "@unf/core/base";
import type {
  Cause,
  EventType,
  PruneCause,
  Pruning,
  RecordedBy,
  RetentionPoint,
  RetentionRow,
} from "@unf/core/timeline";
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
} from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { parseTurn } from "./author-cells.ts";
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

/** A clock that was ahead and set right so often says nothing any more. */
const correctionsMax = 100;

/** Stamps never go down: what is stamped later than an instant is the end of the ids. */
export function readRecordedBy(connection: Connection, now: WallMs): RecordedBy[] {
  const found: RecordedBy[] = [];
  const first = connection.statement(firstStampedAfter).get(timestampColumn(now))?.[0];
  let from = first === null || first === undefined ? undefined : parseId(first);
  while (from !== undefined && found.length < correctionsMax) {
    const row = connection.statement(nextCorrection).get(from);
    if (row === undefined) return found;
    const upTo = parseId(row[0]);
    found.push({ upTo, at: (parseTime(row[1]) - parseCount(row[2], "clock_skew_ms")) as WallMs });
    const next = connection.statement(nextAhead).get(upTo)?.[0];
    from = next === undefined ? undefined : parseId(next);
  }
  return found;
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
    ...(row[13] === null ? {} : { skewMs: parseCount(row[13], "clock_skew_ms") }),
    ...(row[14] === null ? {} : { withheld: true }),
    ...(row[15] === 1 ? { isBinary: true } : {}),
  };
}

const pruneCauses = new Set<unknown>(["policy", "asked", "cap", "forget"] satisfies PruneCause[]);

// The last: a content without lines that is no link. The numbers are S_IFMT and S_IFLNK.
const retentionColumns = `file_path, timestamp, id, settled, event_type, size_bytes, content_hash,
  session, turn, operation, cause, renamed_from, confidence, clock_skew_ms, withheld,
  content_hash IS NOT NULL AND withheld IS NULL AND line_count IS NULL AND mode & 61440 <> 40960`;
const rowsAfterPath = `SELECT ${retentionColumns} FROM snapshots INDEXED BY snapshots_by_path
  WHERE file_path > ? ORDER BY file_path, timestamp DESC, id DESC LIMIT ?`;
const olderOfPath = `SELECT ${retentionColumns} FROM snapshots INDEXED BY snapshots_by_path
  WHERE file_path = ? AND (timestamp, id) < (?, ?) ORDER BY timestamp DESC, id DESC LIMIT ?`;
const firstStampedAfter = `SELECT min(id) FROM snapshots INDEXED BY snapshots_by_time WHERE timestamp > ?`;
const nextCorrection = `SELECT id, timestamp, clock_skew_ms FROM snapshots
  WHERE id >= ? AND clock_skew_ms IS NOT NULL ORDER BY id LIMIT 1`;
const nextAhead = `SELECT id FROM snapshots WHERE id > ? AND clock_skew_ms IS NULL ORDER BY id LIMIT 1`;
const pruningsFrom = `SELECT ${pruningColumns} FROM prunings WHERE to_time >= ? ORDER BY id`;
