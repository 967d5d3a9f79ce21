import type { SnapshotQuery, WallMs } from "@unf/core";
import { parseCount } from "./cell.ts";
import { listIds } from "./directory-rows.ts";
import type { Connection } from "./driver.ts";
import { walkPlaces } from "./find.ts";
import { firstIdFrom, newestId } from "./point.ts";
import {
  boundIds,
  type Condition,
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
 * How many of the query's rows lie in each interval `boundaries[i] <= at < boundaries[i + 1]`. Since
 * ids are in order of time, every interval is a span of ids; no timestamp is compared row by row.
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
  const end = newestId(connection) + 1;
  const edges = boundaries.map((at) => firstIdFrom(connection, at) ?? end);
  const low = Math.max(bounds.low, edges[0] ?? end);
  const high = Math.min(bounds.high, (edges.at(-1) ?? end) - 1);
  const walk: Walk = { low, high, limits, newest: false, filter: rowFilter(query) };
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
  let index = 0;
  for (const row of walkPlaces(connection, places, walk)) {
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
  const filter = rowFilter(query);
  const sql = `SELECT count(*) FROM ${filter.from}
    WHERE s.id BETWEEN ? AND ?${places.sql}${filter.sql}`;
  const row = connection.statement(sql).get(low, high, ...places.cells, ...filter.cells);
  return parseCount(row?.[0], "count");
}
