import type { WallMs } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { parseStamp } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";
import { firstIdFrom } from "../rows/point.ts";
import { parseSnapshot, snapshotColumns } from "../rows/row.ts";
import { readPrevious } from "./version.ts";

/** The newest row of each path that is interim and at most `spanMs` older than the newest row of all. */
export function listUnsettledTails(
  connection: Connection,
  spanMs: number,
): { readonly tail: Snapshot; readonly base: Snapshot | undefined }[] {
  const newest = connection.statement(newestStamp).get()?.[0];
  if (newest === undefined) return [];
  const from = firstIdFrom(connection, (parseStamp(newest) - spanMs) as WallMs) ?? 1;
  return connection
    .statement(interimTails)
    .all(from)
    .map((row) => {
      const tail = parseSnapshot(row);
      return { tail, base: readPrevious(connection, tail.id, true) };
    });
}

const interimTails = `SELECT ${snapshotColumns} FROM versions s NOT INDEXED
  WHERE s.id >= ? AND s.settled = 0 AND s.id = (
    SELECT max(v.id) FROM versions v INDEXED BY versions_by_path WHERE v.path = s.path)
  ORDER BY s.id`;
const newestStamp = `SELECT stamp FROM versions ORDER BY id DESC LIMIT 1`;
