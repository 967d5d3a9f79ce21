import { invariant } from "@unf/core/base";
import { parseCount } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";

/** The number by which rows name a path, given as its column; `undefined` when no row does. */
export function findPathId(connection: Connection, path: string): number | undefined {
  const row = connection.statement(idOfPath).get(path);
  return row === undefined ? undefined : parseCount(row[0], "path");
}

/** The same, given out now when no row names the path so far. */
export function takePathId(connection: Connection, path: string): number {
  const known = findPathId(connection, path);
  if (known !== undefined) return known;
  const { id, changes } = connection.statement(newPath).run(path);
  invariant(changes === 1, "a path that is not there can be added");
  return id;
}

/** Forgets the text of a path that no row names any more. */
export function dropPath(connection: Connection, id: number): void {
  connection.statement(dropUnnamed).run(id);
}

const idOfPath = "SELECT id FROM paths WHERE file_path = ?";
const newPath = "INSERT INTO paths (file_path) VALUES (?)";
const dropUnnamed = `DELETE FROM paths WHERE id = ?
  AND NOT EXISTS (SELECT 1 FROM versions v INDEXED BY versions_by_path WHERE v.path = paths.id)
  AND NOT EXISTS (SELECT 1 FROM versions r INDEXED BY versions_renamed
    WHERE r.renamed_from = paths.id)`;
