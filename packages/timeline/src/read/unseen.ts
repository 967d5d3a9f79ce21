import type { Steps } from "@unf/core/base";
import { parseCount } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";
import { newestId } from "../rows/point.ts";
import { causes } from "../rows/row.ts";

/** Causes of rows that were seen when they happened, so that it is known who was about. */
const seen = [causes.indexOf("event"), causes.indexOf("renamed")].join(", ");

/** That the row `s` was written by unf, or found afterwards, when anybody can have written it. */
export const isUnseen = `(s.operation IS NOT NULL OR s.cause NOT IN (${seen}))`;

interface Listed {
  /** The newest row that was looked at. */
  readonly upTo: number;
  /** Ascending. Some may have gone since, or be seen by now. */
  readonly ids: readonly number[];
}

/** Kept for as long as the process goes on: each row has to be looked at for it, and says the same for ever. */
const known = new Map<string, Listed>();

/** Ids of rows that one statement looks through. */
const windowIds = 50_000;

/** Timelines of which the ids are kept. */
const timelinesMax = 16;

/** Ids of all rows that were not seen when they happened, and of some that are no more of these. */
export function* listUnseen(connection: Connection): Steps<readonly number[]> {
  const key = connection.identity();
  const newest = newestId(connection);
  const before = known.get(key);
  if (before !== undefined && before.upTo === newest) return before.ids;
  const { upTo, ids } = before ?? { upTo: 0, ids: [] };
  const all = [...ids];
  for (let low = upTo + 1; low <= newest; low += windowIds) {
    const high = Math.min(newest, low + windowIds - 1);
    const rows = connection
      .statement(
        `SELECT s.id FROM versions s NOT INDEXED WHERE s.id BETWEEN ? AND ? AND ${isUnseen}`,
      )
      .all(low, high);
    for (const [id] of rows) all.push(parseCount(id, "id"));
    yield;
  }
  known.delete(key);
  known.set(key, { upTo: newest, ids: all });
  const [oldest] = known.keys();
  if (known.size > timelinesMax && oldest !== undefined) known.delete(oldest);
  return all;
}
