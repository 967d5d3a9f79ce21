import { type Meter, stepsPerDiagonal } from "./budget.ts";
import { intAt } from "./cells.ts";
import { coarseRoot } from "./discard.ts";

/**
 * The search for a cheap edit script: Myers' linear-space algorithm ("An O(ND) Difference Algorithm
 * and Its Variations", 1986) with the two short cuts git takes on large differences, so that it
 * finds the same scripts and therefore the same counts (docs/decision/0003-line-counts.md).
 *
 * Row i of the table is line i of `before`, column j line j of `after`, diagonal d = i - j. Two
 * frontiers walk from the corners of a box towards each other: after `cost` rounds each holds, for
 * every second diagonal, the row the best path with that many edits has reached.
 */
export interface Search {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly fromTop: Frontier;
  readonly fromBottom: Frontier;
  /** Index of diagonal 0 in `Frontier.rows`. */
  readonly origin: number;
  /** A box that costs more rounds than this is cut at the best point reached. */
  readonly costLimit: number;
  readonly meter: Meter;
}

/** The rows reached, for the diagonals `low, low + 2, … high`. */
export interface Frontier {
  readonly rows: Int32Array;
  low: number;
  high: number;
  /** True when the last round ran along more than `longSnake` equal lines in a row. */
  ranFar: boolean;
}

/** A part of the table: rows `[top, bottom)`, columns `[left, right)`. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** True where a cheap way through is known, so that the short cuts are not needed. */
  readonly minimal: boolean;
}

/** More equal lines in a row than this are a good sign that the right diagonal was found. */
export const longSnake = 20;
const costLimitAtLeast = 256;
/** Larger than any row and small enough to be decremented: "not reached" for the lower frontier. */
const beyond = 0x7fffffff;
/** Result of a round in which the frontiers did not meet. */
export const noMeeting = 0x7fffffff;

export function newSearch(before: Int32Array, after: Int32Array, meter: Meter): Search {
  const diagonals = before.length + after.length + 3;
  const frontier = () => ({ rows: new Int32Array(diagonals), low: 0, high: 0, ranFar: false });
  return {
    before,
    after,
    fromTop: frontier(),
    fromBottom: frontier(),
    origin: after.length + 1,
    costLimit: Math.max(costLimitAtLeast, coarseRoot(diagonals)),
    meter,
  };
}

/** Puts both frontiers at the corners of `box`. */
export function startAtCorners(search: Search, box: Box): void {
  const { fromTop, fromBottom, origin } = search;
  fromTop.low = box.top - box.left;
  fromTop.high = fromTop.low;
  fromTop.rows[fromTop.low + origin] = box.top;
  fromBottom.low = box.bottom - box.right;
  fromBottom.high = fromBottom.low;
  fromBottom.rows[fromBottom.low + origin] = box.bottom;
}

/** One more edit for the paths from the top; the diagonal where they met the others, if they did. */
export function advanceFromTop(search: Search, box: Box, mayMeet: boolean): number {
  const { before, after, origin, fromBottom, meter } = search;
  const { rows } = search.fromTop;
  const { bottom, right } = box;
  widen(search.fromTop, box, origin, -1);
  const { low, high } = search.fromTop;
  let steps = 0;
  let ranFar = false;
  let met = noMeeting;
  for (let diagonal = high; diagonal >= low && steps <= meter.left; diagonal -= 2) {
    const at = diagonal + origin;
    const start = Math.max(intAt(rows, at - 1) + 1, intAt(rows, at + 1));
    let row = start;
    while (row < bottom && row - diagonal < right && before[row] === after[row - diagonal]) row++;
    rows[at] = row;
    steps += row - start + stepsPerDiagonal;
    if (row - start > longSnake) ranFar = true;
    if (mayMeet && isWithin(fromBottom, diagonal) && intAt(fromBottom.rows, at) <= row) {
      met = diagonal;
      break;
    }
  }
  search.fromTop.ranFar = ranFar;
  meter.left -= steps;
  return met;
}

/** One more edit for the paths from the bottom; the diagonal where they met the others, if so. */
export function advanceFromBottom(search: Search, box: Box, mayMeet: boolean): number {
  const { before, after, origin, fromTop, meter } = search;
  const { rows } = search.fromBottom;
  const { top, left } = box;
  widen(search.fromBottom, box, origin, beyond);
  const { low, high } = search.fromBottom;
  let steps = 0;
  let ranFar = false;
  let met = noMeeting;
  for (let diagonal = high; diagonal >= low && steps <= meter.left; diagonal -= 2) {
    const at = diagonal + origin;
    const start = Math.min(intAt(rows, at - 1), intAt(rows, at + 1) - 1);
    let row = start;
    while (row > top && row - diagonal > left && before[row - 1] === after[row - diagonal - 1]) {
      row--;
    }
    rows[at] = row;
    steps += start - row + stepsPerDiagonal;
    if (start - row > longSnake) ranFar = true;
    if (mayMeet && isWithin(fromTop, diagonal) && row <= intAt(fromTop.rows, at)) {
      met = diagonal;
      break;
    }
  }
  search.fromBottom.ranFar = ranFar;
  meter.left -= steps;
  return met;
}

function isWithin(frontier: Frontier, diagonal: number): boolean {
  return frontier.low <= diagonal && diagonal <= frontier.high;
}

/** Takes in the next diagonal on each side, or gives one up where the box ends. */
function widen(frontier: Frontier, box: Box, origin: number, unreached: number): void {
  if (frontier.low > box.top - box.right) {
    frontier.low--;
    frontier.rows[frontier.low - 1 + origin] = unreached;
  } else {
    frontier.low++;
  }
  if (frontier.high < box.bottom - box.left) {
    frontier.high++;
    frontier.rows[frontier.high + 1 + origin] = unreached;
  } else {
    frontier.high--;
  }
}
