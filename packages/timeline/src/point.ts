import type { Point, SnapshotId, WallMs } from "@unf/core";
import { parseCount, parseText } from "./cell.ts";
import { timestampColumn } from "./column.ts";
import type { Connection } from "./driver.ts";

/** The newest row that counts at a point. Rows at it or before it are those with no larger id. */
export interface Position {
  readonly id: number;
  readonly timestamp: string;
}

/** Where a point lies among the rows; `undefined` before the first row. */
export function findPosition(connection: Connection, point: Point): Position | undefined {
  const row =
    "id" in point
      ? connection.statement(newestUpToId).get(point.id)
      : connection.statement(newestUpToTime).get(timestampColumn(point.at));
  if (row === undefined) return undefined;
  return { id: parseCount(row[0], "id"), timestamp: parseText(row[1], "timestamp") };
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

const newestUpToId = `SELECT id, timestamp FROM snapshots WHERE id <= ? ORDER BY id DESC LIMIT 1`;
const newestUpToTime = `SELECT id, timestamp FROM snapshots INDEXED BY snapshots_by_time
  WHERE timestamp <= ? ORDER BY timestamp DESC, id DESC LIMIT 1`;
const oldestFromTime = `SELECT id FROM snapshots INDEXED BY snapshots_by_time
  WHERE timestamp >= ? ORDER BY timestamp, id LIMIT 1`;
