import type { WallMs } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { parseTime } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection } from "../file/driver.ts";
import { parseSnapshot, snapshotColumns } from "../rows/row.ts";
import { readPrevious } from "./version.ts";

/** The newest row of each path that is interim and at most `spanMs` older than the newest row of all. */
export function listUnsettledTails(
  connection: Connection,
  spanMs: number,
): { readonly tail: Snapshot; readonly base: Snapshot | undefined }[] {
  const newest = connection.statement(newestTime).get()?.[0];
  if (newest === null || newest === undefined) return [];
  const from = timestampColumn((parseTime(newest) - spanMs) as WallMs);
  return connection
    .statement(interimTails)
    .all(from)
    .map((row) => {
      const tail = parseSnapshot(row);
      return { tail, base: readPrevious(connection, tail.id, true) };
    });
}

const interimTails = `SELECT ${snapshotColumns} FROM snapshots s INDEXED BY snapshots_by_time
  WHERE s.timestamp >= ? AND s.settled = 0 AND s.id = (
    SELECT v.id FROM snapshots v INDEXED BY snapshots_by_path WHERE v.file_path = s.file_path
    ORDER BY v.timestamp DESC, v.id DESC LIMIT 1)
  ORDER BY s.id`;
const newestTime = `SELECT max(timestamp) FROM snapshots`;
