import { type BlobId, pathToColumn, type RelPath, type SnapshotId } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { parseText } from "../file/cell.ts";
import { rangeBelow } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import type { Position } from "../rows/point.ts";
import { parseSnapshot, snapshotColumns } from "../rows/row.ts";
import { anyAt, anyBelow } from "./selection.ts";

/** The row with this id. */
export function readSnapshot(connection: Connection, id: SnapshotId): Snapshot | undefined {
  const row = connection.statement(rowWithId).get(id);
  return row === undefined ? undefined : parseSnapshot(row);
}

/** The newest row of a path, given as its column, at a position or before. */
export function findVersion(
  connection: Connection,
  path: string,
  position: Position,
): Row | undefined {
  return connection.statement(newestUpTo).get(path, position.timestamp, position.id);
}

/** The row before `id` of the same path, settled or of any kind. */
export function readPrevious(
  connection: Connection,
  id: SnapshotId,
  settledOnly: boolean,
): Snapshot | undefined {
  const own = connection.statement(placeOfId).get(id);
  if (own === undefined) return undefined;
  const [path, timestamp] = own as readonly [string, string];
  const row = connection
    .statement(settledOnly ? settledBefore : anyBefore)
    .get(path, timestamp, id);
  return row === undefined ? undefined : parseSnapshot(row);
}

/** The oldest row of a path. */
export function readFirst(connection: Connection, path: RelPath): Snapshot | undefined {
  const row = connection.statement(firstOfPath).get(pathToColumn(path));
  return row === undefined ? undefined : parseSnapshot(row);
}

/**
 * The rename that took the file of a departure on. Both rows were recorded within the same minute,
 * the rename before or after: of several renames from the path, at different times, it is the nearest.
 */
export function readRenameOf(connection: Connection, id: SnapshotId): Snapshot | undefined {
  const own = connection.statement(departureWithId).get(id);
  if (own === undefined) return undefined;
  const path = parseText(own[0], "file_path");
  const sides = [renameBefore, renameAfter].flatMap((sql) => {
    const row = connection.statement(sql).get(path, id);
    return row === undefined ? [] : [parseSnapshot(row)];
  });
  return sides.sort((a, b) => Math.abs(a.id - id) - Math.abs(b.id - id))[0];
}

/** The newest row with this content, of any path: as fast as one by its id. */
export function readContentRow(connection: Connection, hash: BlobId): Snapshot | undefined {
  const row = connection.statement(newestWithContent).get(Buffer.from(hash, "hex"));
  return row === undefined ? undefined : parseSnapshot(row);
}

/** True when any row names the path, or a path below it. */
export function isKnown(connection: Connection, path: RelPath): boolean {
  return anyAt(connection, path) || anyBelow(connection, rangeBelow(path));
}

const departureWithId = `SELECT file_path FROM snapshots WHERE id = ? AND cause = 'renamed'`;
const renameBefore = `SELECT ${snapshotColumns} FROM snapshots s INDEXED BY snapshots_renamed
  WHERE s.renamed_from = ? AND s.id < ? ORDER BY s.id DESC LIMIT 1`;
const renameAfter = `SELECT ${snapshotColumns} FROM snapshots s INDEXED BY snapshots_renamed
  WHERE s.renamed_from = ? AND s.id > ? ORDER BY s.id LIMIT 1`;
const rowWithId = `SELECT ${snapshotColumns} FROM snapshots s WHERE s.id = ?`;
const newestWithContent = `SELECT ${snapshotColumns} FROM contents c
  JOIN snapshots s ON s.id = c.snapshot_id WHERE c.hash = ?`;
const newestUpTo = `SELECT ${snapshotColumns} FROM snapshots s INDEXED BY snapshots_by_path
  WHERE s.file_path = ? AND (s.timestamp, s.id) <= (?, ?)
  ORDER BY s.timestamp DESC, s.id DESC LIMIT 1`;
const firstOfPath = `SELECT ${snapshotColumns} FROM snapshots s INDEXED BY snapshots_by_path
  WHERE s.file_path = ? ORDER BY s.timestamp, s.id LIMIT 1`;
const placeOfId = `SELECT file_path, timestamp FROM snapshots WHERE id = ?`;
const anyBefore = `SELECT ${snapshotColumns} FROM snapshots s INDEXED BY snapshots_by_path
  WHERE s.file_path = ? AND (s.timestamp, s.id) < (?, ?)
  ORDER BY s.timestamp DESC, s.id DESC LIMIT 1`;
const settledBefore = `SELECT ${snapshotColumns} FROM snapshots s INDEXED BY snapshots_by_path
  WHERE s.file_path = ? AND (s.timestamp, s.id) < (?, ?) AND s.settled = 1
  ORDER BY s.timestamp DESC, s.id DESC LIMIT 1`;
