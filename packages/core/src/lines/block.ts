import type { LineChanges } from "./changes.ts";

/**
 * Lines `[oldFrom, oldTo)` of one content replaced by lines `[newFrom, newTo)` of the other, counted
 * from 0. One of the two may be empty. Between blocks lines are equal, pair by pair.
 */
export interface Block {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** The changed blocks in order, each as long as it can be. */
export function planBlocks(changes: LineChanges): Block[] {
  const { removed, added, commonHead } = changes;
  const blocks: Block[] = [];
  let old = 0;
  let now = 0;
  while (old < removed.length || now < added.length) {
    const oldFrom = old;
    const newFrom = now;
    while (removed[old] === 1) old++;
    while (added[now] === 1) now++;
    if (old > oldFrom || now > newFrom) {
      blocks.push({
        oldFrom: commonHead + oldFrom,
        oldTo: commonHead + old,
        newFrom: commonHead + newFrom,
        newTo: commonHead + now,
      });
    }
    // Here neither line is changed: the two are equal.
    old++;
    now++;
  }
  return blocks;
}
