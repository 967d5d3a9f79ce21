import { pathToColumn, type SnapshotId, type WallMs } from "@unf/core/base";
import type {
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
  parseStamp,
  parseText,
  parseTime,
  parseWord,
  parseWords,
} from "../file/cell.ts";
import { stampColumn, timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { confidences, parseTurn } from "./author-cells.ts";
import { firstIdFrom, lastIdUpTo, newestId } from "./point.ts";
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
  const older = connection.statement(olderOfPath).all(path, endOfOlder(connection, after), limit);
  const left = limit - older.length;
  const others = left === 0 ? [] : connection.statement(rowsAfterPath).all(path, left);
  return [...older, ...others].map(parseRetentionRow);
}

/** Rows of a path that come behind a point of the listing are those with ids below. */
function endOfOlder(connection: Connection, { at, id }: RetentionPoint): number {
  const from = firstIdFrom(connection, at) ?? newestId(connection) + 1;
  return Math.max(from, Math.min(lastIdUpTo(connection, at) ?? 0, id - 1) + 1);
}

/** A clock that was ahead and set right so often says nothing any more. */
const correctionsMax = 100;

/** Stamps never go down: what is stamped later than an instant is the end of the ids. */
export function readRecordedBy(connection: Connection, now: WallMs): RecordedBy[] {
  const found: RecordedBy[] = [];
  let from: SnapshotId | undefined = firstIdFrom(connection, (stampColumn(now) + 1) as WallMs);
  while (from !== undefined && found.length < correctionsMax) {
    const row = connection.statement(nextCorrection).get(from);
    if (row === undefined) return found;
    const upTo = parseId(row[0]);
    found.push({ upTo, at: (parseStamp(row[1]) - parseCount(row[2], "clock_skew_ms")) as WallMs });
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
    at: parseStamp(row[1]),
    id: parseId(row[2]),
    settled: parseFlag(row[3], "settled"),
    event: parseWord(row[4], events, "event_type"),
    bytes: parseCount(row[5], "size_bytes"),
    hash: row[6] === "" ? null : parseHash(row[6]),
    session: row[7] === null ? null : parseText(row[7], "session"),
    turn: row[8] === null ? null : parseTurn(row[8]),
    operation: row[9] === null ? null : parseCount(row[9], "operation"),
    cause: parseWord(row[10], causes, "cause"),
    renamedFrom: row[16] === null ? null : parsePath(row[11]),
    ambiguous: row[12] === confidences.indexOf("ambiguous"),
    ...(row[13] === null ? {} : { skewMs: parseCount(row[13], "clock_skew_ms") }),
    ...(row[14] === null ? {} : { withheld: true }),
    ...(row[15] === 1 ? { isBinary: true } : {}),
  };
}

const pruneCauses = new Set<unknown>(["policy", "asked", "cap", "forget"] satisfies PruneCause[]);

// The last: a content without lines that is no link. The numbers are S_IFMT and S_IFLNK.
const retentionColumns = `p.file_path, s.stamp, s.id, s.settled, s.event, s.size_bytes,
  lower(hex(s.hash)), s.session, s.turn, s.operation, s.cause,
  (SELECT file_path FROM paths WHERE id = s.renamed_from), s.confidence, s.clock_skew_ms, s.withheld,
  s.hash IS NOT NULL AND s.withheld IS NULL AND s.line_count IS NULL AND s.mode & 61440 <> 40960,
  s.renamed_from`;
const rowsAfterPath = `SELECT ${retentionColumns} FROM paths p
  CROSS JOIN versions s INDEXED BY versions_by_path ON s.path = p.id
  WHERE p.file_path > ? ORDER BY p.file_path, s.id DESC LIMIT ?`;
const olderOfPath = `SELECT ${retentionColumns} FROM paths p
  CROSS JOIN versions s INDEXED BY versions_by_path ON s.path = p.id
  WHERE p.file_path = ? AND s.id < ? ORDER BY s.id DESC LIMIT ?`;
const nextCorrection = `SELECT id, stamp, clock_skew_ms FROM versions
  WHERE id >= ? AND clock_skew_ms IS NOT NULL ORDER BY id LIMIT 1`;
const nextAhead = `SELECT id FROM versions WHERE id > ? AND clock_skew_ms IS NULL ORDER BY id LIMIT 1`;
const pruningsFrom = `SELECT ${pruningColumns} FROM prunings WHERE to_time >= ? ORDER BY id`;
