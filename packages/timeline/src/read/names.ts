import type { RelPath } from "@unf/core/base";
import type { NameReader } from "@unf/core/ports";
import { parseCount, parseText } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";

/** The names, over one connection. */
export function openNames(connection: Connection): NameReader {
  const list = (sql: string, begun: string, limit: number) =>
    connection.statement(sql).all([...begun].length, begun, limit);
  return {
    checkpointNames: (begun, limit) =>
      list(checkpointNames, begun, limit).map(([id = null, label = null]) => ({
        id: parseCount(id, "id"),
        label: label === null ? null : parseText(label, "label"),
      })),
    deletedPaths: (begun, limit) =>
      list(deletedPaths, begun, limit).map(
        ([path = null]) => parseText(path, "file_path") as RelPath,
      ),
  };
}

const checkpointNames = `SELECT max(id), label FROM checkpoints
  WHERE substr(coalesce(label, 'cp:' || id), 1, ?) = ?
  GROUP BY coalesce(label, id) ORDER BY max(id) DESC LIMIT ?`;

/** Of `versions` only those rows are read whose path begins so. Doubled slashes stand for bytes that are not UTF-8. */
const deletedPaths = `SELECT p.file_path FROM departed d CROSS JOIN paths p ON p.id = d.path
  CROSS JOIN versions v ON v.id = d.snapshot_id
  WHERE substr(p.file_path, 1, ?) = ? AND instr(p.file_path, '//') = 0
    AND v.event = 2 AND v.cause NOT IN (4, 5)
  ORDER BY d.snapshot_id DESC LIMIT ?`;
