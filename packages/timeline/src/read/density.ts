import type { WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { parseCount } from "../file/cell.ts";
import type { Connection, Row } from "../file/driver.ts";
import { firstIdFrom, newestId, wasSetBack } from "../rows/point.ts";
import { listIds } from "./directory-rows.ts";
import { findSnapshots, listNarrow, walkPlaces } from "./find.ts";
import type { Condition } from "./path-range.ts";
import {
  boundIds,
  type IdBounds,
  listPlaces,
  type Place,
  placesCondition,
  rowFilter,
} from "./selection.ts";
import { rowId, usualLimits, type Walk, type WalkLimits } from "./walk.ts";

/** More places are no longer asked for in one statement: SQLite bounds the depth of a condition. */
const placesMax = 100;

/**
 * How many of the query's rows lie in each interval `boundaries[i] <= at < boundaries[i + 1]`. Where the
 * clock was never set back, ids are in order of time and every interval is a span of ids: then no
 * instant is compared row by row.
 */
export function countDensity(
  connection: Connection,
  query: SnapshotQuery,
  boundaries: readonly WallMs[],
  limits: WalkLimits = usualLimits,
): number[] {
  const { departures, ...all } = query;
  if (departures !== "hide") return countRows(connection, query, boundaries, limits);
  // Whether a row is a departure stands in the row, and counting reads only the index.
  const counts = countRows(connection, all, boundaries, limits);
  const hidden = countRows(connection, { ...all, departures: "only" }, boundaries, limits);
  return counts.map((count, index) => count - (hidden[index] ?? 0));
}

function countRows(
  connection: Connection,
  query: SnapshotQuery,
  boundaries: readonly WallMs[],
  limits: WalkLimits,
): number[] {
  const counts = new Array<number>(Math.max(0, boundaries.length - 1)).fill(0);
  const bounds = boundIds(connection, query);
  if (bounds === undefined || counts.length === 0) return counts;
  if (wasSetBack(connection)) return countByClock(connection, query, boundaries);
  const end = newestId(connection) + 1;
  const edges = boundaries.map((at) => firstIdFrom(connection, at) ?? end);
  const low = Math.max(bounds.low, edges[0] ?? end);
  const high = Math.min(bounds.high, (edges.at(-1) ?? end) - 1);
  const filter = rowFilter(connection, query);
  const walk: Walk = { low, high, limits, newest: false, filter, columns: "s.id" };
  const narrow = listNarrow(connection, query, walk);
  if (narrow !== undefined) {
    countIds(connection, narrow.ids, narrow.walk, edges, counts);
    return counts;
  }
  const places = listPlaces(connection, query.within);
  if (places.length > placesMax || places.every((place) => isNarrow(connection, place, walk))) {
    countWalk(connection, places, walk, edges, counts);
  } else {
    const condition = placesCondition(places);
    for (const index of counts.keys()) {
      const span = {
        low: Math.max(low, edges[index] ?? end),
        high: Math.min(high, (edges[index + 1] ?? end) - 1),
      };
      counts[index] = countSpan(connection, query, condition, span);
    }
  }
  return counts;
}

/** The interval of every row by what the clock showed. */
function countByClock(
  connection: Connection,
  query: SnapshotQuery,
  boundaries: readonly WallMs[],
): number[] {
  return boundaries.slice(1).map((end, index) => {
    const since = Math.max(boundaries[index] ?? 0, query.since ?? 0) as WallMs;
    const until = Math.min(end - 1, query.until ?? end - 1) as WallMs;
    let count = 0;
    for (const _ of findSnapshots(connection, { ...query, since, until })) count += 1;
    return count;
  });
}

/** True when walking the rows of the place is cheaper than reading all rows of the time span. */
function isNarrow(connection: Connection, place: Place, walk: Walk): boolean {
  if (place.kind === "project") return false;
  return place.kind === "file" || listIds(connection, place.range, walk) !== undefined;
}

function countWalk(
  connection: Connection,
  places: readonly Place[],
  walk: Walk,
  edges: readonly number[],
  counts: number[],
): void {
  countRowsBetween(walkPlaces(connection, places, walk), edges, counts);
}

/** Of these ids, which are ascending, those that the walk's filter leaves. */
function countIds(
  connection: Connection,
  ids: readonly number[],
  { filter }: Walk,
  edges: readonly number[],
  counts: number[],
): void {
  // The index says of most rows whether they count.
  const sql = `SELECT s.id FROM json_each(?) j CROSS JOIN ${filter.from} ON s.id = j.value
    WHERE 1${filter.sql}`;
  const rows = connection.statement(sql).all(JSON.stringify(ids), ...filter.cells);
  countRowsBetween(rows, edges, counts);
}

function countRowsBetween(rows: Iterable<Row>, edges: readonly number[], counts: number[]): void {
  let index = 0;
  for (const row of rows) {
    const id = rowId(row);
    while (id >= (edges[index + 1] ?? Number.POSITIVE_INFINITY)) index += 1;
    counts[index] = (counts[index] ?? 0) + 1;
  }
}

function countSpan(
  connection: Connection,
  query: SnapshotQuery,
  places: Condition,
  { low, high }: IdBounds,
): number {
  if (low > high) return 0;
  const filter = rowFilter(connection, query);
  const sql = `SELECT count(*) FROM ${filter.from}
    WHERE s.id BETWEEN ? AND ?${places.sql}${filter.sql}`;
  const row = connection.statement(sql).get(low, high, ...places.cells, ...filter.cells);
  return parseCount(row?.[0], "count");
}
