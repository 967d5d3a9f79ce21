import type { SnapshotId, WallMs } from "@unf/core/base";
import type { ShownTwice } from "@unf/core/ports";
import type { Point } from "@unf/core/timeline";
import { parseCount, parseId, parseText } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";

/** The newest row that counts at a point, which may be there no more. Rows at it or before it are those with no larger id. */
export interface Position {
  readonly id: number;
  readonly timestamp: string;
}

/**
 * Where a point lies among the rows, those that left a trace included; `undefined` before the first row. An instant is what the clock
 * showed: where it jumped ahead and came back, or was set back, it showed some instants twice, and the
 * later time is meant, so that nothing of what was recorded since is left out.
 */
export function findPosition(connection: Connection, point: Point): Position | undefined {
  const row =
    "id" in point
      ? connection.statement(newestUpToId).get(point.id, point.id)
      : newestAt(connection, point.at);
  if (row === undefined) return undefined;
  return { id: parseCount(row[0], "id"), timestamp: parseText(row[1], "timestamp") };
}

function newestAt(connection: Connection, at: WallMs): Row | undefined {
  const { later, earlier } = readTimesOf(connection, at);
  return later ?? earlier;
}

/** The newest rows by each of the times at which the clock showed an instant. */
function readTimesOf(connection: Connection, at: WallMs) {
  const earlier = connection
    .statement(newestUpToTime)
    .get(timestampColumn(at), timestampColumn(at));
  const from = earlier === undefined ? 0 : parseCount(earlier[0], "id");
  return { earlier, later: connection.statement(newestSkewed).get(from, at, from, at) };
}

/** Where the clock passed an instant twice: the newest rows by then; `undefined` where it did not. */
export function findTwice(connection: Connection, at: WallMs): ShownTwice | undefined {
  const { later, earlier } = readTimesOf(connection, at);
  if (later === undefined) return undefined;
  return {
    later: parseId(later[0]),
    earlier: earlier === undefined ? undefined : parseId(earlier[0]),
  };
}

/** True when the clock was ever behind a row that was there; only then stamps differ from what it showed. */
export function wasSetBack(connection: Connection): boolean {
  return connection.statement(anySkewed).get() !== undefined;
}

/** The clock's reading at a row of `s`, in ms since 1970. */
export const clockOfRow = `(${clockOf("s.timestamp", "s.clock_skew_ms")})`;

function clockOf(timestamp: string, skew: string): string {
  return `round(unixepoch(${timestamp}, 'subsec') * 1000) - ifnull(${skew}, 0)`;
}

/** Id of the first row stamped `at` or later: no earlier one was recorded when the clock showed that. */
export function firstIdFrom(connection: Connection, at: WallMs): SnapshotId | undefined {
  const row = connection.statement(oldestFromTime).get(timestampColumn(at));
  return row === undefined ? undefined : (parseCount(row[0], "id") as SnapshotId);
}

/** Id of the last row stamped `at` or earlier; `undefined` when there is none. */
export function lastIdUpTo(connection: Connection, at: WallMs): SnapshotId | undefined {
  const row = connection.statement(newestUpToTime).get(timestampColumn(at), timestampColumn(at));
  return row === undefined ? undefined : parseId(row[0]);
}

/** Id of the newest row of all; 0 when there is none. */
export function newestId(connection: Connection): number {
  return parseCount(connection.statement(lastId).get()?.[0], "id");
}

/** Of the rows and of what is left of deleted ones. */
function newestOf(condition: string, order: string): string {
  const parts = ["snapshots", "thinned"].map(
    (table) => `SELECT * FROM
      (SELECT id, timestamp FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT 1)`,
  );
  return `SELECT id, timestamp FROM (${parts.join(" UNION ALL ")}) ORDER BY id DESC LIMIT 1`;
}

const newestUpToId = newestOf("id <= ?", "id DESC");
const newestUpToTime = newestOf("timestamp <= ?", "timestamp DESC, id DESC");
// Rows whose timestamp is that of an earlier row, by the clock's reading when they were recorded.
const newestSkewed = `SELECT id, timestamp FROM (${["snapshots", "thinned"]
  .map(
    (table) => `SELECT * FROM (SELECT id, timestamp FROM ${table} INDEXED BY ${table}_skewed
      WHERE clock_skew_ms IS NOT NULL AND id > ? AND ${clockOf("timestamp", "clock_skew_ms")} <= ?
      ORDER BY id DESC LIMIT 1)`,
  )
  .join(" UNION ALL ")}) ORDER BY id DESC LIMIT 1`;
const anySkewed = `SELECT 1 FROM snapshots INDEXED BY snapshots_skewed
  WHERE clock_skew_ms IS NOT NULL LIMIT 1`;
const oldestFromTime = `SELECT id FROM snapshots INDEXED BY snapshots_by_time
  WHERE timestamp >= ? ORDER BY timestamp, id LIMIT 1`;
const lastId = `SELECT ifnull(max(id), 0) FROM snapshots`;
