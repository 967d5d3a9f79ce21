import { parseCount } from "../file/cell.ts";
import type { Row } from "../file/driver.ts";
import type { IdBounds, RowFilter } from "./selection.ts";

/** How many rows are read at once. */
export interface WalkLimits {
  /** A little more than `log` shows. */
  readonly firstPage: number;
  readonly page: number;
}

export const usualLimits: WalkLimits = { firstPage: 64, page: 256 };

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
function rowId(row: Row): number {
  return parseCount(row[0], "id");
}
