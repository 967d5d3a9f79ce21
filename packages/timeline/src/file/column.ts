import { pathToColumn, type RelPath, type WallMs } from "@unf/core/base";
import type { Cell } from "./driver.ts";

// How values of the program stand in columns. The way back is `row.ts`.

/** The last instant with a four-digit year. Later ones would sort before earlier ones as text. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

// Rows of one batch mostly lie in the same second; formatting a date costs more than the rest of a row.
let second = -1;
let secondText = "";

/** RFC 3339 in UTC with milliseconds, always 24 characters, so that text order is time order. */
export function timestampColumn(at: WallMs): string {
  const ms = Math.floor(Math.min(Math.max(at, 0), lastInstant));
  const rest = ms % 1000;
  if (ms - rest !== second) {
    second = ms - rest;
    secondText = new Date(second).toISOString().slice(0, 20);
  }
  return `${secondText}${String(rest).padStart(3, "0")}Z`;
}

/** Whole milliseconds since 1970, of the same instants that `timestampColumn` can write. */
export function stampColumn(at: WallMs): number {
  return Math.floor(Math.min(Math.max(at, 0), lastInstant));
}

/** A 64-bit value of the system that may be unsigned, as the signed integer with the same bits. */
export function integerColumn(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** A range of paths in column text: `low <= path < high`, but not `holeFrom <= path < holeTo`. */
export interface PathRange {
  readonly low: string;
  readonly high: Cell;
  readonly holeFrom: string;
  readonly holeTo: string;
}

/** Sorts after every text, as SQLite orders values. */
const afterAnyText = new Uint8Array(0);

/**
 * Everything below a directory, in the order of the column. Below `d` is `d/…`, that is from `d/` up
 * to `d0`, the next character. A raw byte is written `//hh`, so `d//c3` is no child of `d` but a
 * neighbour whose name begins with it: `d//0` up to `d//g` is the hole. A child that begins with a
 * raw byte is `d///hh`.
 */
export function rangeBelow(directory: RelPath): PathRange {
  if (directory === "") return { low: "", high: afterAnyText, holeFrom: "", holeTo: "" };
  const text = pathToColumn(directory);
  return { low: `${text}/`, high: `${text}0`, holeFrom: `${text}//0`, holeTo: `${text}//g` };
}
