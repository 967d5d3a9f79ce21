import { parseCount } from "../file/cell.ts";
import type { Row } from "../file/driver.ts";
import type { IdBounds, RowFilter } from "./selection.ts";

/** How many rows are read at once. */
export interface WalkLimits {
  /** A little more than `log` shows. */
  readonly firstPage: number;
  readonly page: number;
  /** Ids that one statement looks through, whatever it finds. */
  readonly windowIds: number;
}

/** 50,000 rows are read in 50 ms, of a million. */
export const usualLimits: WalkLimits = { firstPage: 64, page: 256, windowIds: 50_000 };

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

/**
 * All rows of a walk, fetched a page at a time, and `undefined` after each window of ids: a filter may let
 * no row of it through.
 */
export function* walkPages(walk: Walk, fetch: FetchPage): Generator<Row | undefined> {
  let bounds: IdBounds = walk;
  const { newest, limits } = walk;
  for (let limit = limits.firstPage; bounds.low <= bounds.high; limit = limits.page) {
    const window = firstOf(bounds, limits.windowIds, newest);
    const rows = fetch(window, limit);
    yield* rows;
    const last = rows.length < limit ? undefined : rows.at(-1);
    const end = newest ? window.low : window.high;
    bounds = beyond(bounds, last === undefined ? end : rowId(last), newest);
    if (last === undefined) yield undefined;
  }
}

/** So many ids at the beginning of a walk between two ids. */
function firstOf({ low, high }: IdBounds, ids: number, newest: boolean): IdBounds {
  return newest
    ? { low: Math.max(low, high - ids + 1), high }
    : { low, high: Math.min(high, low + ids - 1) };
}

/** The rest of the bounds after the row with this id. */
export function beyond(bounds: IdBounds, id: number, newest: boolean): IdBounds {
  return newest ? { low: bounds.low, high: id - 1 } : { low: id + 1, high: bounds.high };
}

/** The id of a row whose first column is the id. */
function rowId(row: Row): number {
  return parseCount(row[0], "id");
}
