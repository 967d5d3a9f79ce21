import { pathToColumn, type RelPath, type WallMs } from "@unf/core/base";
import type { FileMode, Point, SeenMode } from "@unf/core/timeline";
import { nonsense, parseCount, parsePath, parseText, parseTime } from "../file/cell.ts";
import { rangeBelow, timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { findPosition } from "./point.ts";

/** The columns `parseDirectory` expects. */
export const directoryColumns = "path, mode, timestamp, after_id";

/** Throws `store_damaged` for what no recorder writes. */
export function parseDirectory(row: Row): SeenMode & { readonly after: number } {
  return {
    path: row[0] === "" ? ("" as RelPath) : parsePath(row[0]),
    mode: parseMode(row[1]),
    at: parseTime(row[2]),
    after: parseCount(row[3], "after_id"),
  };
}

export function readOwnMode(
  connection: Connection,
  path: RelPath,
  point: Point,
): FileMode | undefined {
  const id = findPosition(connection, point)?.id ?? 0;
  const column = pathToColumn(path);
  if ("at" in point) {
    const row = connection.statement(ownUpTo).get(column, id, id, timestampColumn(point.at));
    return row === undefined ? undefined : parseMode(row[0]);
  }
  // Which of the modes that were seen while it was the newest row is meant nobody knows: what all allow.
  const modes = connection.statement(ownAround).all(column, id, column, id).map(modeOf);
  return modes.length === 0 ? undefined : modes.reduce((all, mode) => all & mode);
}

export function listModes(connection: Connection): Pick<SeenMode, "path" | "mode">[] {
  return connection.statement(newest).all().map(parseDirectory);
}

/** To be called inside the transaction, before the rows that were recorded in these directories. */
export function insertModes(connection: Connection, seen: readonly SeenMode[]): void {
  for (const { path, mode, at } of seen) {
    const cell = pathToColumn(path);
    connection.statement(dropBrief).run(cell, timestampColumn((at - briefMs) as WallMs));
    connection.statement(newMode).run(cell, mode, timestampColumn(at));
  }
}

export function dropEmptyDirectories(connection: Connection): void {
  const paths = connection.statement(knownDirectories).all();
  connection.transaction("IMMEDIATE", () => {
    for (const [cell] of paths) {
      const text = parseText(cell, "path");
      if (holdsAny(connection, parsePath(text))) continue;
      connection.statement(dropDirectory).run(text);
    }
  });
}

/** Of each directory only what tells of the state at a row and later ones is left. */
export function dropModesBefore(connection: Connection, id: number): void {
  connection.statement(deleteBefore).run(id);
}

function holdsAny(connection: Connection, directory: RelPath): boolean {
  const { low, high, holeFrom, holeTo } = rangeBelow(directory);
  return connection.statement(anyPath).get(low, high, holeFrom, holeTo) !== undefined;
}

function modeOf(row: Row): FileMode {
  return parseMode(row[0]);
}

function parseMode(value: unknown): FileMode {
  const mode = parseCount(value, "mode");
  if (mode >> 9 !== 0o040) throw nonsense("mode", value);
  return mode as FileMode;
}

/** A mode that stood for less than this while nothing was recorded leaves no row. */
const briefMs = 1000;

const ownUpTo = `SELECT mode FROM directories
  WHERE path = ? AND (after_id < ? OR (after_id = ? AND timestamp <= ?))
  ORDER BY after_id DESC, id DESC LIMIT 1`;
const ownAround = `SELECT * FROM (SELECT mode FROM directories WHERE path = ? AND after_id < ?
    ORDER BY after_id DESC, id DESC LIMIT 1)
  UNION ALL SELECT mode FROM directories WHERE path = ? AND after_id = ?`;
const newest = `SELECT ${directoryColumns} FROM directories d
  WHERE id = (SELECT id FROM directories n WHERE n.path = d.path
    ORDER BY after_id DESC, id DESC LIMIT 1)`;
const newMode = `INSERT INTO directories (path, mode, timestamp, after_id)
  VALUES (?, ?, ?, (SELECT ifnull(max(id), 0) FROM versions))`;
const dropBrief = `DELETE FROM directories WHERE path = ? AND timestamp > ?
  AND after_id = (SELECT ifnull(max(id), 0) FROM versions)`;
const deleteBefore = `DELETE FROM directories WHERE EXISTS (SELECT 1 FROM directories n
  WHERE n.path = directories.path AND n.after_id < ?
    AND (n.after_id, n.id) > (directories.after_id, directories.id))`;
const below = `file_path > ? AND file_path < ? AND NOT (file_path >= ? AND file_path < ?)`;
const anyPath = `SELECT 1 FROM paths p WHERE ${below}
  AND EXISTS (SELECT 1 FROM versions v INDEXED BY versions_by_path WHERE v.path = p.id) LIMIT 1`;
const knownDirectories = `SELECT DISTINCT path FROM directories WHERE path <> ''`;
const dropDirectory = `DELETE FROM directories WHERE path = ?`;
