import type { SnapshotQuery } from "@unf/core/ports";
import type { Snapshot } from "@unf/core/timeline";
import type { Connection, Row } from "../file/driver.ts";
import { parseSnapshot, snapshotColumns } from "../rows/row.ts";
import { judgePaths } from "./among.ts";
import { idAt, planOutlined } from "./outlined.ts";
import { boundIds, type IdBounds, listPlaces, rowFilter } from "./selection.ts";
import { beyond, usualLimits, type Walk, type WalkLimits, walkPages } from "./walk.ts";

/**
 * Rows in order of id, a page at a time: while the caller holds a row no statement is open, so it may
 * write, or stop, at any point. Rows recorded after the first one was taken are not seen.
 */
export function* findSnapshots(
  connection: Connection,
  query: SnapshotQuery,
  limits?: WalkLimits,
): Generator<Snapshot> {
  for (const row of findInSteps(connection, query, limits)) if (row !== undefined) yield row;
}

/** The same, with `undefined` where much was looked at. */
export function* findInSteps(
  connection: Connection,
  query: SnapshotQuery,
  limits: WalkLimits = usualLimits,
): Generator<Snapshot | undefined> {
  yield* judgePaths(connection, query.among);
  const bounds = boundIds(connection, query);
  if (bounds === undefined) return;
  const newest = query.order === "newest";
  const filter = rowFilter(connection, query);
  const walk: Walk = { ...bounds, limits, newest, filter, columns: snapshotColumns };
  for (const row of walkRows(connection, query, walk)) yield row && parseSnapshot(row);
}

/** Where an index has what is wanted in order, by that. */
function walkRows(
  connection: Connection,
  query: SnapshotQuery,
  walk: Walk,
): Generator<Row | undefined> {
  const [place, ...others] = listPlaces(connection, query.within);
  const isOfIndex = query.session !== undefined || query.turn !== undefined || isOfAll(query);
  if (others.length > 0 || place === undefined) return rowsOutlined(connection, query, walk);
  if (place.kind === "file") return rowsOfFile(connection, place.path, walk);
  if (place.kind === "project" && isOfIndex) return rowsOfProject(connection, walk);
  return rowsOutlined(connection, query, walk);
}

/** True where next to every row is wanted, or only those that have an index of their own. */
function isOfAll({ author, among = [], events, origins }: SnapshotQuery): boolean {
  return [author, events, origins].every((one) => one === undefined) && among.length === 0;
}

function rowsOfProject(connection: Connection, walk: Walk): Generator<Row | undefined> {
  const { filter, columns } = walk;
  const sql = `SELECT ${columns} FROM ${filter.from} WHERE s.id BETWEEN ? AND ?${filter.sql}
    ORDER BY s.id ${walk.newest ? "DESC" : "ASC"} LIMIT ?`;
  return walkPages(walk, ({ low, high }, limit) =>
    connection.statement(sql).all(low, high, ...filter.cells, limit),
  );
}

function rowsOfFile(connection: Connection, path: string, walk: Walk): Generator<Row | undefined> {
  const { filter, newest, columns } = walk;
  const sql = `SELECT ${columns} FROM versions s INDEXED BY versions_by_path
    WHERE s.path = (SELECT id FROM paths WHERE file_path = ?) AND s.id BETWEEN ? AND ?
    ${filter.sql} ORDER BY s.id ${newest ? "DESC" : "ASC"} LIMIT ?`;
  return walkPages(walk, ({ low, high }, limit) =>
    connection.statement(sql).all(path, low, high, ...filter.cells, limit),
  );
}

/** The rows that their outlines say are wanted. */
function* rowsOutlined(
  connection: Connection,
  query: SnapshotQuery,
  walk: Walk,
): Generator<Row | undefined> {
  const { filter, columns, limits, newest } = walk;
  const list = planOutlined(connection, query);
  const sql = `SELECT ${columns} FROM json_each(?) j CROSS JOIN versions s ON s.id = j.value
    WHERE 1${filter.sql}`;
  let left: IdBounds = walk;
  for (let limit = limits.firstPage; left.low <= left.high; limit = limits.page) {
    const ids: number[] = [];
    for (const picked of list(left)) {
      if (picked === undefined) {
        yield undefined;
        continue;
      }
      const own = Array.from(picked.places, (place) => idAt(picked.outline, place));
      ids.push(...(newest ? own.reverse() : own).slice(0, limit - ids.length));
      if (ids.length >= limit) break;
    }
    // A row may have changed meanwhile: it is judged once more.
    yield* connection.statement(sql).all(JSON.stringify(ids), ...filter.cells);
    const last = ids.at(-1);
    if (last === undefined || ids.length < limit) return;
    left = beyond(left, last, newest);
  }
}
