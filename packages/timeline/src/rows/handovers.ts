import { type ProjectId, pathToColumn, type SnapshotId, type WallMs } from "@unf/core/base";
import type { Handover, NewHandover } from "@unf/core/timeline";
import { parseCount, parsePath, parseText, parseTime } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";

/** The columns `parseHandover` expects. */
export const handoverColumns = "id, path, project, from_time, before_id, to_time, taken";

/** All of them, oldest first. */
export function listHandovers(connection: Connection): Handover[] {
  return connection.statement(allHandovers).all().map(parseHandover);
}

export function insertHandover(
  connection: Connection,
  { path, project, from }: NewHandover,
): number {
  return connection.statement(newHandover).run(pathToColumn(path), project, timestampColumn(from))
    .id;
}

/** Ends one that lasts; one that has ended stays as it is. */
export function updateHandover(
  connection: Connection,
  id: number,
  to: WallMs,
  taken: number,
): void {
  connection.statement(endHandover).run(timestampColumn(to), taken, id);
}

export function parseHandover(row: Row): Handover {
  return {
    id: parseCount(row[0], "id"),
    path: parsePath(row[1]),
    project: parseText(row[2], "project") as ProjectId,
    from: parseTime(row[3]),
    before: parseCount(row[4], "before_id") as SnapshotId | 0,
    to: row[5] === null ? null : parseTime(row[5]),
    taken: row[6] === null ? null : parseCount(row[6], "taken"),
  };
}

const newHandover = `INSERT INTO handovers (path, project, from_time, before_id)
  VALUES (?, ?, ?, (SELECT ifnull(max(id), 0) FROM versions))`;
const endHandover = "UPDATE handovers SET to_time = ?, taken = ? WHERE id = ? AND to_time IS NULL";
const allHandovers = `SELECT ${handoverColumns} FROM handovers ORDER BY id`;
