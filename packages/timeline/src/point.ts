import type { Point, SnapshotId, WallMs } from "@unf/core";
import { parseCount, parseText } from "./cell.ts";
import { timestampColumn } from "./column.ts";
import type { Connection, Row } from "./driver.ts";

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
  const row = connection.statement(newestUpToTime).get(timestampColumn(at), timestampColumn(at));
  const again = connection.statement(newestSkewed).get(row === undefined ? 0 : Number(row[0]), at);
  return again ?? row;
}

/** Id of the first row at `at` or later; `undefined` when there is none. */
export function firstIdFrom(connection: Connection, at: WallMs): SnapshotId | undefined {
  const row = connection.statement(oldestFromTime).get(timestampColumn(at));
  return row === undefined ? undefined : (parseCount(row[0], "id") as SnapshotId);
}

/** Id of the newest row of all; 0 when there is none. */
export function newestId(connection: Connection): number {
  return parseCount(
    connection.statement("SELECT ifnull(max(id), 0) FROM snapshots").get()?.[0],
    "id",
  );
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
// What the clock showed when a row was recorded whose timestamp is that of an earlier row.
const newestSkewed = `SELECT id, timestamp FROM snapshots INDEXED BY snapshots_skewed
  WHERE clock_skew_ms IS NOT NULL AND id > ?
    AND round(unixepoch(timestamp, 'subsec') * 1000) - clock_skew_ms <= ?
  ORDER BY id DESC LIMIT 1`;
const oldestFromTime = `SELECT id FROM snapshots INDEXED BY snapshots_by_time
  WHERE timestamp >= ? ORDER BY timestamp, id LIMIT 1`;
