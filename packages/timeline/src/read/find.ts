import type { SnapshotQuery } from "@unf/core/ports";
import type { Snapshot } from "@unf/core/timeline";
import type { Connection, Row } from "../file/driver.ts";
import { parseSnapshot, snapshotColumns } from "../rows/row.ts";
import { judgePaths, listAmong } from "./among.ts";
import { rowsBelow, rowsById } from "./directory-rows.ts";
import { boundIds, listPlaces, type Place, rowFilter } from "./selection.ts";
import { mergeWalks, usualLimits, type Walk, type WalkLimits, walkPages } from "./walk.ts";

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
  const narrow = listNarrow(connection, query, walk);
  const rows =
    narrow === undefined
      ? walkPlaces(connection, listPlaces(connection, query.within), walk)
      : rowsById(connection, narrow.ids, narrow.walk);
  for (const row of rows) yield row && parseSnapshot(row);
}

/** Some ids, and the walk that gives those of them that are meant. */
interface Narrow {
  /** In order of the walk. */
  readonly ids: readonly number[];
  readonly walk: Walk;
}

/** The ids of all rows that the query can give, where they are few of the project. */
export function listNarrow(
  connection: Connection,
  query: SnapshotQuery,
  walk: Walk,
): Narrow | undefined {
  const { among = [], within } = query;
  if (within.length > 0) return undefined;
  const { limits, newest, low, high } = walk;
  for (const one of among) {
    const ids = listAmong(connection, one, limits.amongRows);
    if (ids === undefined) continue;
    const own = ids.filter((id) => id >= low && id <= high);
    // These rows need not be looked at again for what their ids were listed by.
    const rest = { ...query, among: among.filter((other) => other !== one) };
    return {
      ids: newest ? own.reverse() : own,
      walk: { ...walk, filter: rowFilter(connection, rest) },
    };
  }
  return undefined;
}

/** The rows of several places in one order. */
export function walkPlaces(
  connection: Connection,
  places: readonly Place[],
  walk: Walk,
): Generator<Row | undefined> {
  const walks = places.map((place) => walkPlace(connection, place, walk));
  const [first] = walks;
  return walks.length === 1 && first !== undefined ? first : mergeWalks(walks, walk.newest);
}

function walkPlace(connection: Connection, place: Place, walk: Walk): Generator<Row | undefined> {
  switch (place.kind) {
    case "project":
      return rowsOfProject(connection, walk);
    case "file":
      return rowsOfFile(connection, place.path, walk);
    case "directory":
      return rowsBelow(connection, place.range, walk);
  }
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
