import type { Steps, WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { parseCount } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";
import { firstIdFrom, newestId, wasSetBack } from "../rows/point.ts";
import { causes } from "../rows/row.ts";
import { amongCondition, judgePaths, listOutside } from "./among.ts";
import { listIds } from "./directory-rows.ts";
import { findInSteps, listNarrow, walkPlaces } from "./find.ts";
import type { Condition } from "./path-range.ts";
import { readIds } from "./read-ids.ts";
import {
  boundIds,
  type IdBounds,
  isOnlyAgents,
  listPlaces,
  type Place,
  placesCondition,
  rowFilter,
} from "./selection.ts";
import { listUnseen } from "./unseen.ts";
import { rowId, usualLimits, type Walk, type WalkLimits } from "./walk.ts";

/** More places are no longer asked for in one statement: SQLite bounds the depth of a condition. */
const placesMax = 100;

/** Ids of the rows that are counted, and of the first row of each interval and behind the last one. */
interface Span extends IdBounds {
  readonly edges: readonly number[];
}

/**
 * How many of the query's rows lie in each interval `boundaries[i] <= at < boundaries[i + 1]`. Where the
 * clock was never set back, ids are in order of time and every interval is a span of ids: then no
 * instant is compared row by row.
 */
export function* countDensity(
  connection: Connection,
  query: SnapshotQuery,
  boundaries: readonly WallMs[],
  limits: WalkLimits = usualLimits,
): Steps<number[]> {
  const bounds = boundIds(connection, query);
  if (bounds === undefined || boundaries.length < 2)
    return new Array<number>(Math.max(0, boundaries.length - 1)).fill(0);
  yield* judgePaths(connection, query.among);
  if (wasSetBack(connection)) return yield* countByClock(connection, query, boundaries);
  const edges = findEdges(connection, boundaries);
  const span = {
    low: Math.max(bounds.low, edges[0] ?? 0),
    high: Math.min(bounds.high, (edges.at(-1) ?? 0) - 1),
    edges,
  };
  return yield* countQuery(connection, query, span, limits);
}

function findEdges(connection: Connection, boundaries: readonly WallMs[]): number[] {
  const end = newestId(connection) + 1;
  let before: number | undefined;
  return boundaries.map((at) => {
    // Boundaries ascend: what lies before the last one is not searched again.
    before = firstIdFrom(connection, at, before) ?? end;
    return before;
  });
}

/** Whether a row is a departure, or a person's, stands in the row, and counting reads only indexes. */
function* countQuery(
  connection: Connection,
  query: SnapshotQuery,
  span: Span,
  limits: WalkLimits,
): Steps<number[]> {
  const { departures, author, ...all } = query;
  const count = (one: SnapshotQuery) => countQuery(connection, one, span, limits);
  if (departures === "hide") {
    const rest = author === undefined ? all : { ...all, author };
    return less(yield* count(rest), yield* count({ ...rest, departures: "only" }));
  }
  if (isOfNone(connection, query)) return span.edges.slice(1).map(() => 0);
  if (!isOfAll(query)) return yield* countRows(connection, query, span, limits);
  if (author === "unseen") return yield* countUnseen(connection, query, span, limits);
  if (author !== "human") return yield* countRows(connection, query, span, limits);
  const agents = yield* count({ ...all, author: "any-agent" });
  const others = less(yield* count(all), agents);
  return less(others, yield* countUnseen(connection, query, span, limits));
}

function less(counts: readonly number[], others: readonly number[]): number[] {
  return counts.map((count, index) => count - (others[index] ?? 0));
}

/** True where the index of the rows that can be meant is empty. */
function isOfNone(connection: Connection, { author, departures }: SnapshotQuery): boolean {
  if (isOnlyAgents(author) && connection.statement(anyAttributed).get() === undefined) return true;
  return departures === "only" && connection.statement(anyDeparture).get() === undefined;
}

const anyAttributed = `SELECT 1 FROM versions INDEXED BY versions_attributed
  WHERE confidence IS NOT NULL LIMIT 1`;
const anyDeparture = `SELECT 1 FROM versions INDEXED BY versions_departures
  WHERE cause = ${causes.indexOf("renamed")} LIMIT 1`;

/** True where an index says of a row whether it is meant, but for its author. */
function isOfAll({ within, ...query }: SnapshotQuery): boolean {
  const { departures, events, origins, session, turn } = query;
  const conditions = [departures, events, origins, session, turn];
  return within.length === 0 && conditions.every((one) => one === undefined);
}

/** Rows that neither an agent wrote nor a person can have written. */
function* countUnseen(
  connection: Connection,
  query: SnapshotQuery,
  { low, high, edges }: Span,
  limits: WalkLimits,
): Steps<number[]> {
  const counts = new Array<number>(edges.length - 1).fill(0);
  const unseen = yield* listUnseen(connection);
  const ids = unseen.filter((id) => id >= low && id <= high);
  const { sql, cells } = rowFilter(connection, { ...query, author: "unseen" });
  const filter = { from: "versions s", sql, cells };
  const walk = { low, high, limits, newest: false, filter, columns: "s.id" };
  yield* countIds(connection, ids, walk, edges, counts);
  return counts;
}

function* countRows(
  connection: Connection,
  query: SnapshotQuery,
  { low, high, edges }: Span,
  limits: WalkLimits,
): Steps<number[]> {
  const counts = new Array<number>(edges.length - 1).fill(0);
  const filter = rowFilter(connection, query);
  const walk: Walk = { low, high, limits, newest: false, filter, columns: "s.id" };
  const narrow = listNarrow(connection, query, walk);
  if (narrow !== undefined) {
    yield* countIds(connection, narrow.ids, narrow.walk, edges, counts);
    return counts;
  }
  const hidden = yield* countOutside(connection, query, walk, edges);
  if (hidden !== undefined) {
    const span = { low, high, edges };
    return less(yield* countRows(connection, { ...query, among: [] }, span, limits), hidden);
  }
  const places = listPlaces(connection, query.within);
  if (places.length > placesMax) {
    const rows = walkPlaces(connection, places, walk);
    return yield* countIdsBetween(
      rows.map((row) => row && rowId(row)),
      edges,
      counts,
    );
  }
  const ids = places.map((place) => idsOfPlace(connection, place, walk));
  if (ids.every((own) => own !== undefined)) {
    for (const own of ids) yield* countIds(connection, own, walk, edges, counts);
  } else {
    const condition = placesCondition(places);
    for (const index of counts.keys()) {
      const from = Math.max(low, edges[index] ?? low);
      const to = Math.min(high, (edges[index + 1] ?? 0) - 1);
      counts[index] = yield* countSpan(connection, query, condition, {
        low: from,
        high: to,
        limits,
      });
    }
  }
  return counts;
}

/** Rows that the only filter by paths leaves out, where they are few of the project. */
function* countOutside(
  connection: Connection,
  { among = [], ...query }: SnapshotQuery,
  walk: Walk,
  edges: readonly number[],
): Steps<number[] | undefined> {
  const [one, ...more] = among;
  if (one === undefined || more.length + query.within.length > 0) return undefined;
  const ids = listOutside(connection, one, walk.limits.amongRows);
  if (ids === undefined) return undefined;
  const [own, through] = [rowFilter(connection, query), amongCondition(connection, one)];
  const sql = `${own.sql} AND ${through.sql} IS NOT TRUE`;
  const filter = { from: "versions s", sql, cells: [...own.cells, ...through.cells] };
  const counts = new Array<number>(edges.length - 1).fill(0);
  const inside = ids.filter((id) => id >= walk.low && id <= walk.high);
  yield* countIds(connection, inside, { ...walk, filter }, edges, counts);
  return counts;
}

/** The interval of every row by what the clock showed. */
function* countByClock(
  connection: Connection,
  query: SnapshotQuery,
  boundaries: readonly WallMs[],
): Steps<number[]> {
  const counts: number[] = [];
  for (const [index, end] of boundaries.slice(1).entries()) {
    const since = Math.max(boundaries[index] ?? 0, query.since ?? 0) as WallMs;
    const until = Math.min(end - 1, query.until ?? end - 1) as WallMs;
    let count = 0;
    for (const row of findInSteps(connection, { ...query, since, until })) {
      count += row === undefined ? 0 : 1;
      yield;
    }
    counts.push(count);
  }
  return counts;
}

/** The ids of all rows of the place, ascending; `undefined` where reading all rows of the time span is cheaper. */
function idsOfPlace(
  connection: Connection,
  place: Place,
  walk: Walk,
): readonly number[] | undefined {
  if (place.kind === "project") return undefined;
  if (place.kind === "directory") return listIds(connection, place.range, walk);
  return readIds(connection, idsOfFile, [place.path, walk.low, walk.high]);
}

const idsOfFile = `SELECT s.id FROM versions s INDEXED BY versions_by_path
  WHERE s.path = (SELECT id FROM paths WHERE file_path = ?) AND s.id BETWEEN ? AND ? ORDER BY s.id`;

/** Of these ids, which are ascending, those that the walk's filter leaves. */
function* countIds(
  connection: Connection,
  ids: readonly number[],
  { filter, limits }: Walk,
  edges: readonly number[],
  counts: number[],
): Steps<void> {
  // The index says of most rows whether they count.
  const sql = `SELECT s.id FROM json_each(?) j CROSS JOIN ${filter.from} ON s.id = j.value
    WHERE 1${filter.sql}`;
  for (let from = 0; from < ids.length; from += limits.stretchIds) {
    const part = JSON.stringify(ids.slice(from, from + limits.stretchIds));
    yield* countIdsBetween(readIds(connection, sql, [part, ...filter.cells]), edges, counts);
    yield;
  }
}

/** Counts ascending ids; others have a turn where one is missing. */
function* countIdsBetween(
  ids: Iterable<number | undefined>,
  edges: readonly number[],
  counts: number[],
): Steps<number[]> {
  let index = 0;
  for (const id of ids) {
    if (id === undefined) {
      yield;
      continue;
    }
    while (id >= (edges[index + 1] ?? Number.POSITIVE_INFINITY)) index += 1;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

function* countSpan(
  connection: Connection,
  query: SnapshotQuery,
  places: Condition,
  { low, high, limits }: IdBounds & { readonly limits: WalkLimits },
): Steps<number> {
  const filter = rowFilter(connection, query);
  const sql = `SELECT count(*) FROM ${filter.from}
    WHERE s.id BETWEEN ? AND ?${places.sql}${filter.sql}`;
  let count = 0;
  for (let from = low; from <= high; from += limits.windowIds) {
    const to = Math.min(high, from + limits.windowIds - 1);
    const row = connection.statement(sql).get(from, to, ...places.cells, ...filter.cells);
    count += parseCount(row?.[0], "count");
    yield;
  }
  return count;
}
