import { type BlobId, pathToColumn, type RelPath, type SnapshotId } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { parseCount } from "../file/cell.ts";
import { rangeBelow } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { ofContent } from "../rows/contents.ts";
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
  return connection.statement(newestUpTo).get(path, position.id);
}

/** The row before `id` of the same path, settled or of any kind. */
export function readPrevious(
  connection: Connection,
  id: SnapshotId,
  settledOnly: boolean,
): Snapshot | undefined {
  const row = connection.statement(settledOnly ? settledBefore : anyBefore).get(id, id);
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
  const path = parseCount(own[0], "path");
  const sides = [renameBefore, renameAfter].flatMap((sql) => {
    const row = connection.statement(sql).get(path, id);
    return row === undefined ? [] : [parseSnapshot(row)];
  });
  return sides.sort((a, b) => Math.abs(a.id - id) - Math.abs(b.id - id))[0];
}

/** The newest row with this content, of any path: as fast as one by its id. */
export function readContentRow(connection: Connection, hash: BlobId): Snapshot | undefined {
  const key = Buffer.from(hash, "hex");
  const row = connection.statement(newestWithContent).get(key, key);
  return row === undefined ? undefined : parseSnapshot(row);
}

/** True when any row names the path, or a path below it. */
export function isKnown(connection: Connection, path: RelPath): boolean {
  return anyAt(connection, path) || anyBelow(connection, rangeBelow(path));
}

const departureWithId = `SELECT path FROM versions WHERE id = ? AND cause = 5`;
const renameBefore = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_renamed
  WHERE s.renamed_from = ? AND s.id < ? ORDER BY s.id DESC LIMIT 1`;
const renameAfter = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_renamed
  WHERE s.renamed_from = ? AND s.id > ? ORDER BY s.id LIMIT 1`;
const rowWithId = `SELECT ${snapshotColumns} FROM versions s WHERE s.id = ?`;
const newestWithContent = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_by_content
  WHERE ${ofContent} ORDER BY s.id DESC LIMIT 1`;
const ofPath = "s.path = (SELECT id FROM paths WHERE file_path = ?)";
const newestUpTo = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_by_path
  WHERE ${ofPath} AND s.id <= ? ORDER BY s.id DESC LIMIT 1`;
const firstOfPath = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_by_path
  WHERE ${ofPath} ORDER BY s.id LIMIT 1`;
const anyBefore = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_by_path
  WHERE s.path = (SELECT path FROM versions WHERE id = ?) AND s.id < ? ORDER BY s.id DESC LIMIT 1`;
const settledBefore = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_by_path
  WHERE s.path = (SELECT path FROM versions WHERE id = ?) AND s.id < ? AND s.settled = 1
  ORDER BY s.id DESC LIMIT 1`;
