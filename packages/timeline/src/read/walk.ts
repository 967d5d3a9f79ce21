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
}

/** 20,000 ids take 2 ms to collect, 2–6 ms to look through. */
export const usualLimits: WalkLimits = {
  firstPage: 64,
  page: 256,
  narrowRows: 20_000,
  amongRows: 50_000,
  stretchIds: 20_000,
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

/** All rows of a walk, fetched a page at a time. */
export function* walkPages(walk: Walk, fetch: FetchPage): Generator<Row> {
  let bounds: IdBounds = walk;
  const { firstPage, page } = walk.limits;
  for (let limit = firstPage; bounds.low <= bounds.high; limit = page) {
    const rows = fetch(bounds, limit);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    bounds = beyond(bounds, rowId(last), walk.newest);
  }
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
  readonly rest: Iterator<Row>;
  readonly row: Row;
  /** Larger is earlier in the walk. */
  readonly rank: number;
}

/** Rows of several walks in one order of id. No row is in two of them. */
export function* mergeWalks(walks: readonly Iterator<Row>[], newest: boolean): Generator<Row> {
  const advance = (rest: Iterator<Row>): Front | undefined => {
    const next = rest.next();
    if (next.done === true) return undefined;
    return { rest, row: next.value, rank: newest ? rowId(next.value) : -rowId(next.value) };
  };
  const fronts = walks.map(advance).filter((front) => front !== undefined);
  for (;;) {
    const index = indexOfFirst(fronts);
    const front = fronts[index];
    if (front === undefined) return;
    yield front.row;
    const next = advance(front.rest);
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
