import { comparePaths, pathToColumn, type RelPath } from "@unf/core/base";
import type { Head } from "@unf/core/timeline";
import { rangeBelow } from "../file/column.ts";
import type { Connection } from "../file/driver.ts";
import { headColumns, parseHead } from "../rows/row.ts";
import { columnAfter, isNotRaw, isRaw, mergeByPath, sortByPath } from "./path-order.ts";

/** The head of one path. */
export function readHead(connection: Connection, path: RelPath): Head | undefined {
  const row = connection.wide(headOfPath).get(pathToColumn(path));
  return row === undefined ? undefined : parseHead(row);
}

/** Up to `limit` heads after `after`, in path order, of `within` itself and everything below it. */
export function listHeads(
  connection: Connection,
  within: RelPath,
  after: RelPath | undefined,
  limit: number,
): Head[] {
  const { low, high, holeFrom, holeTo } = rangeBelow(within);
  const isBeyond = ({ path }: Head) => after === undefined || comparePaths(path, after) > 0;
  const start = after === undefined ? "" : columnAfter(after);
  const many = connection
    .wide(headsOfRange)
    .all(comparePaths(start, low) > 0 ? start : low, high, limit)
    .map(parseHead);
  const few = connection.wide(rawHeadsOfRange).all(low, high, holeFrom, holeTo).map(parseHead);
  const own = within === "" ? undefined : readHead(connection, within);
  if (own !== undefined) few.push(own);
  if (few.length === 0 && (after === undefined || after.isWellFormed())) return many;
  return [...mergeByPath(many, sortByPath(few))].filter(isBeyond).slice(0, limit);
}

/** How many heads are of files that cannot be recorded. */
export function countUnrecordable(connection: Connection): number {
  return Number(connection.statement(unrecordable).get()?.[0]);
}

const unrecordable = `SELECT count(*) FROM heads INDEXED BY heads_unrecordable WHERE withheld > 1`;
const headOfPath = `SELECT ${headColumns} FROM paths p CROSS JOIN heads h ON h.path = p.id
  WHERE p.file_path = ?`;
const headsOfRange = `SELECT ${headColumns} FROM paths p CROSS JOIN heads h ON h.path = p.id
  WHERE p.file_path > ? AND p.file_path < ? AND ${isNotRaw} ORDER BY p.file_path LIMIT ?`;
const rawHeadsOfRange = `SELECT ${headColumns} FROM paths p INDEXED BY paths_raw
  CROSS JOIN heads h ON h.path = p.id
  WHERE ${isRaw} AND file_path > ? AND file_path < ? AND NOT (file_path >= ? AND file_path < ?)`;
