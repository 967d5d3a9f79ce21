import type { Meter } from "./budget.ts";
import { type Box, newSearch } from "./search.ts";
import { splitBox } from "./split.ts";

/** Which elements of two sequences change: 1 for removed or added, 0 for kept. */
export interface Changes {
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
}

/**
 * Decides what is removed from `before` and added to make `after`; elements are equal when their
 * numbers are. When `meter` runs out, what is not yet searched counts as changed as a whole, so the
 * result is always a correct script.
 */
export function planEditScript(before: Int32Array, after: Int32Array, meter: Meter): Changes {
  const search = newSearch(before, after, meter);
  const removed = new Uint8Array(before.length);
  const added = new Uint8Array(after.length);
  const pending: Box[] = [
    { top: 0, bottom: before.length, left: 0, right: after.length, minimal: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const box = trimBox(before, after, next);
    const { top, bottom, left, right } = box;
    const searchable = top < bottom && left < right && meter.left >= 0;
    const split = searchable ? splitBox(search, box) : undefined;
    if (split === undefined) {
      removed.fill(1, top, bottom);
      added.fill(1, left, right);
    } else {
      const { row, column } = split;
      pending.push(
        { top: row, bottom, left: column, right, minimal: split.minimalBelow },
        { top, bottom: row, left, right: column, minimal: split.minimalAbove },
      );
    }
  }
  return { removed, added };
}

/** Takes equal lines off both ends. */
function trimBox(before: Int32Array, after: Int32Array, box: Box): Box {
  let { top, bottom, left, right } = box;
  while (top < bottom && left < right && before[top] === after[left]) {
    top++;
    left++;
  }
  while (top < bottom && left < right && before[bottom - 1] === after[right - 1]) {
    bottom--;
    right--;
  }
  return { top, bottom, left, right, minimal: box.minimal };
}
