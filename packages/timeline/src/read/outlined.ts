import type { SnapshotQuery } from "@unf/core/ports";
import type { Connection } from "../file/driver.ts";
import { type Outline, outlineOf } from "../outline/outline.ts";
import { readOutline } from "../outline/outlines.ts";
import { planRowTest } from "./row-test.ts";
import type { IdBounds } from "./selection.ts";

/** Rows of one outline that are wanted. */
export interface Picked {
  readonly outline: Outline;
  /** Their places in it, ascending. The array is another one's after the next step. */
  readonly places: Uint16Array;
}

/** Outlines that are looked at between two turns for others: a millisecond, or ten where they are made. */
const outlinesAtOnce = 16;

/**
 * Walks the rows that the query wants between some ids, an outline at a time in its order, with `undefined`
 * wherever others may have a turn. What rows are wanted by stands in outlines, so that a million of them
 * are looked through in some milliseconds. No row is judged by its instant.
 */
export function planOutlined(
  connection: Connection,
  query: SnapshotQuery,
): (bounds: IdBounds) => Generator<Picked | undefined> {
  const newest = query.order === "newest";
  const test = planRowTest(connection, query);
  // A walk mostly goes on in the outline where the last one ended.
  let last: Outline | undefined;
  return function* walk(bounds) {
    if (!test.mayFind) return;
    let looked = 0;
    for (const number of numbersOf(bounds, newest)) {
      if (last?.number !== number) last = readOutline(connection, number, test.needsPaths);
      const places = within(last, test.pick(last), bounds);
      if (places.length > 0) yield { outline: last, places };
      looked += 1;
      if (looked % outlinesAtOnce === 0) yield undefined;
    }
  };
}

function* numbersOf(bounds: IdBounds, newest: boolean): Generator<number> {
  const [low, high] = [outlineOf(bounds.low), outlineOf(bounds.high)];
  for (let step = 0; step <= high - low; step += 1) yield newest ? high - step : low + step;
}

/** The id of the row at a place of an outline. */
export function idAt({ first, slots }: Outline, place: number): number {
  return first + (slots?.[place] ?? place);
}

function within(outline: Outline, places: Uint16Array, { low, high }: IdBounds): Uint16Array {
  let [from, to] = [0, places.length];
  while (from < to && idAt(outline, places[from] ?? 0) < low) from += 1;
  while (from < to && idAt(outline, places[to - 1] ?? 0) > high) to -= 1;
  return places.subarray(from, to);
}
