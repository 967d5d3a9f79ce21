import { parseCount } from "../file/cell.ts";
import type { Row } from "../file/driver.ts";
import type { IdBounds, RowFilter } from "./selection.ts";

/** How much is read at once; what the numbers cost was measured on a timeline of a million rows. */
export interface WalkLimits {
  /** Rows of the first page: a little more than `log` shows. */
  readonly firstPage: number;
  readonly page: number;
  /** Up to this many rows a directory's ids are collected and sorted. */
  readonly narrowRows: number;
  /** Up to this many rows that are let through by path are collected and sorted. */
  readonly amongRows: number;
  /** Ids looked through at a time where a directory has more rows. */
  readonly stretchIds: number;
  /** Ids that one statement looks through, whatever it finds. */
  readonly windowIds: number;
}

/** 20,000 ids take 2 ms to collect, 2–6 ms to look through; of 50,000 rows each is read in 50 ms. */
export const usualLimits: WalkLimits = {
  firstPage: 64,
  page: 256,
  narrowRows: 20_000,
  amongRows: 50_000,
  stretchIds: 20_000,
  windowIds: 50_000,
};

/** A walk over rows in order of id. */
export interface Walk extends IdBounds {
  readonly limits: WalkLimits;
  readonly filter: RowFilter;
  /** Columns that are read of each row, its id first. */
  readonly columns: string;
  /** From the highest id down; otherwise from the lowest up. */
  readonly newest: boolean;
}

/** Up to `limit` rows of a walk between two ids, in the walk's order. The id is a row's first column. */
export type FetchPage = (bounds: IdBounds, limit: number) => Row[];

/** The ids in parts as large as the pages of a walk. */
export function* pagesOf(ids: readonly number[], { limits }: Walk): Generator<readonly number[]> {
  const { firstPage, page } = limits;
  for (let from = 0, count = firstPage; from < ids.length; from += count, count = page)
    yield ids.slice(from, from + count);
}

/**
 * All rows of a walk, fetched a page at a time, and `undefined` after each window of ids: a filter may let
 * no row of it through.
 */
export function* walkPages(walk: Walk, fetch: FetchPage): Generator<Row | undefined> {
  let bounds: IdBounds = walk;
  const { newest, limits } = walk;
  for (let limit = limits.firstPage; bounds.low <= bounds.high; limit = limits.page) {
    const window = firstStretch(bounds, limits.windowIds, newest);
    const rows = fetch(window, limit);
    yield* rows;
    const last = rows.length < limit ? undefined : rows.at(-1);
    const looked = last === undefined ? farEnd(window, newest) : rowId(last);
    bounds = beyond(bounds, looked, newest);
    if (last === undefined) yield undefined;
  }
}

/** So many ids at the beginning of a walk between two ids. */
export function firstStretch({ low, high }: IdBounds, ids: number, newest: boolean): IdBounds {
  return newest
    ? { low: Math.max(low, high - ids + 1), high }
    : { low, high: Math.min(high, low + ids - 1) };
}

/** The id at which a walk between two ids ends. */
export function farEnd({ low, high }: IdBounds, newest: boolean): number {
  return newest ? low : high;
}

/** The rest of the bounds after the row with this id. */
export function beyond(bounds: IdBounds, id: number, newest: boolean): IdBounds {
  return newest ? { low: bounds.low, high: id - 1 } : { low: id + 1, high: bounds.high };
}

/** The id of a row whose first column is the id. */
export function rowId(row: Row): number {
  return parseCount(row[0], "id");
}

interface Front {
  readonly rest: Iterator<Row | undefined>;
  readonly row: Row;
  /** Larger is earlier in the walk. */
  readonly rank: number;
}

/** Rows of several walks in one order of id, with the pauses of each. No row is in two of them. */
export function* mergeWalks(
  walks: readonly Iterator<Row | undefined>[],
  newest: boolean,
): Generator<Row | undefined> {
  function* advance(rest: Iterator<Row | undefined>): Generator<undefined, Front | undefined> {
    for (;;) {
      const { done, value: row } = rest.next();
      if (done === true) return undefined;
      if (row !== undefined) return { rest, row, rank: newest ? rowId(row) : -rowId(row) };
      yield undefined;
    }
  }
  const fronts: Front[] = [];
  for (const walk of walks) {
    const front = yield* advance(walk);
    if (front !== undefined) fronts.push(front);
  }
  for (;;) {
    const index = indexOfFirst(fronts);
    const front = fronts[index];
    if (front === undefined) return;
    yield front.row;
    const next = yield* advance(front.rest);
    if (next === undefined) fronts.splice(index, 1);
    else fronts[index] = next;
  }
}

function indexOfFirst(fronts: readonly Front[]): number {
  let index = 0;
  let rank = Number.NEGATIVE_INFINITY;
  for (const [at, front] of fronts.entries()) {
    if (front.rank <= rank) continue;
    rank = front.rank;
    index = at;
  }
  return index;
}
