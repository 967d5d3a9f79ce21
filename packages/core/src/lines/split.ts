import { intAt } from "./cells.ts";
import {
  advanceFromBottom,
  advanceFromTop,
  type Box,
  type Frontier,
  longSnake,
  noMeeting,
  type Search,
  startAtCorners,
} from "./search.ts";

/** Where a path crosses a box; the parts above and below are searched on their own. */
export interface Split {
  readonly row: number;
  readonly column: number;
  /** See `Box.minimal`, for the two parts. */
  readonly minimalAbove: boolean;
  readonly minimalBelow: boolean;
}

/** From this cost on a promising snake is taken without waiting for the frontiers to meet. */
const snakeFromCost = 257;
/** A path is promising when it got this many lines further for each edit. */
const linesPerEdit = 4;

/**
 * Finds where to split `box`, which has at least one row and one column and whose first and last
 * lines differ; `undefined` when the budget ran out.
 */
export function splitBox(search: Search, box: Box): Split | undefined {
  const { fromTop, fromBottom, origin, meter } = search;
  startAtCorners(search, box);
  // With an odd difference of lengths the frontiers can only meet in the upper one's turn.
  const meetsFromTop = (box.top - box.left - box.bottom + box.right) % 2 !== 0;
  for (let cost = 1; meter.left >= 0; cost++) {
    const down = advanceFromTop(search, box, meetsFromTop);
    if (down !== noMeeting) return shortest(intAt(fromTop.rows, down + origin), down);
    const up = advanceFromBottom(search, box, !meetsFromTop);
    if (up !== noMeeting) return shortest(intAt(fromBottom.rows, up + origin), up);
    if (box.minimal || meter.left < 0) continue;
    const early = splitEarly(search, box, cost);
    if (early !== undefined) return early;
  }
  return undefined;
}

/** The short cuts: a split at a promising snake, or, at the cost limit, at the best point reached. */
function splitEarly(search: Search, box: Box, cost: number): Split | undefined {
  const ranFar = search.fromTop.ranFar || search.fromBottom.ranFar;
  if (cost >= snakeFromCost && ranFar) {
    const split = snakeFromTop(search, box, cost) ?? snakeFromBottom(search, box, cost);
    if (split !== undefined) return split;
  }
  return cost >= search.costLimit ? furthest(search, box) : undefined;
}

function shortest(row: number, diagonal: number): Split {
  return { row, column: row - diagonal, minimalAbove: true, minimalBelow: true };
}

function throughTop(row: number, column: number): Split {
  return { row, column, minimalAbove: true, minimalBelow: false };
}

function throughBottom(row: number, column: number): Split {
  return { row, column, minimalAbove: false, minimalBelow: true };
}

/**
 * The end of the long snake, among those the paths from the top are at, that lies furthest from its
 * corner, less what it strayed from the corner's diagonal. `undefined` when none is promising.
 */
function snakeFromTop(search: Search, box: Box, cost: number): Split | undefined {
  const { rows, low, high } = search.fromTop;
  const corner = box.top - box.left;
  let best = linesPerEdit * cost;
  let split: Split | undefined;
  for (let diagonal = high; diagonal >= low; diagonal -= 2) {
    const row = intAt(rows, diagonal + search.origin);
    const column = row - diagonal;
    const reach = row - box.top + (column - box.left) - Math.abs(diagonal - corner);
    if (reach <= best || row >= box.bottom || column >= box.right) continue;
    if (row - longSnake < box.top || column - longSnake < box.left) continue;
    if (!isSnake(search, row - longSnake, column - longSnake)) continue;
    best = reach;
    split = throughTop(row, column);
  }
  search.meter.left -= (high - low) * 2;
  return split;
}

/** The same for the paths from the bottom and the beginnings of their snakes. */
function snakeFromBottom(search: Search, box: Box, cost: number): Split | undefined {
  const { rows, low, high } = search.fromBottom;
  const corner = box.bottom - box.right;
  let best = linesPerEdit * cost;
  let split: Split | undefined;
  for (let diagonal = high; diagonal >= low; diagonal -= 2) {
    const row = intAt(rows, diagonal + search.origin);
    const column = row - diagonal;
    const reach = box.bottom - row + (box.right - column) - Math.abs(diagonal - corner);
    if (reach <= best || row <= box.top || column <= box.left) continue;
    if (row + longSnake > box.bottom || column + longSnake > box.right) continue;
    if (!isSnake(search, row, column)) continue;
    best = reach;
    split = throughBottom(row, column);
  }
  search.meter.left -= (high - low) * 2;
  return split;
}

/** True when `longSnake` lines from here on are equal. The caller keeps them inside the box. */
function isSnake(search: Search, row: number, column: number): boolean {
  for (let step = 0; step < longSnake; step++) {
    if (search.before[row + step] !== search.after[column + step]) return false;
  }
  return true;
}

/** The best point reached so far, measured by lines passed; from the bottom when both got equally far. */
function furthest(search: Search, box: Box): Split {
  const top = furthestPoint(search.fromTop, search.origin, box, 1);
  const bottom = furthestPoint(search.fromBottom, search.origin, box, -1);
  const passedTop = top.row + top.column - box.top - box.left;
  const passedBottom = box.bottom + box.right - bottom.row - bottom.column;
  return passedBottom < passedTop
    ? throughTop(top.row, top.column)
    : throughBottom(bottom.row, bottom.column);
}

/** `direction` 1: the point with the largest row + column; -1: with the smallest. */
function furthestPoint(
  frontier: Frontier,
  origin: number,
  box: Box,
  direction: 1 | -1,
): { readonly row: number; readonly column: number } {
  let best = Number.NEGATIVE_INFINITY;
  let found = { row: box.top, column: box.left };
  for (let diagonal = frontier.high; diagonal >= frontier.low; diagonal -= 2) {
    // A path may have stepped one line out of the box; back on its diagonal it is inside.
    let row = intAt(frontier.rows, diagonal + origin);
    row = Math.max(box.top, Math.min(row, box.bottom));
    const column = Math.max(box.left, Math.min(row - diagonal, box.right));
    row = column + diagonal;
    const passed = direction * (row + column);
    if (passed > best) {
      best = passed;
      found = { row, column };
    }
  }
  return found;
}
