import type { Block } from "./block.ts";
import { byteAt, intAt, newline } from "./cells.ts";
import { equalLines, type LineIndex, lineCount } from "./line-index.ts";

/** How many blank lines are looked past for the next line's indentation. */
const blanksPassed = 20;
const tab = 9;
const carriageReturn = 13;
const space = 32;
const tabWidth = 8;

/**
 * Moves blocks that only add or only remove to where a person would cut. When the line before a
 * block equals its last line, the block may as well stand one line higher, and so on, without
 * changing what the diff does. Best is where block and following text both begin with little
 * indentation and after a blank line; among equals the lowest. Blocks do not come to touch.
 */
export function planSlides(blocks: readonly Block[], before: LineIndex, after: LineIndex): Block[] {
  const slid: Block[] = [];
  blocks.forEach((block, at) => {
    const adds = block.oldFrom === block.oldTo;
    const removes = block.newFrom === block.newTo;
    if (adds === removes) {
      slid.push(block);
      return;
    }
    const previous = slid.at(-1);
    const next = blocks[at + 1];
    // Lines are equal in pairs around the block, so counting on the new side is enough.
    const roomAbove = previous === undefined ? block.newFrom : block.newFrom - previous.newTo - 1;
    const roomBelow = (next === undefined ? lineCount(after) : next.newFrom - 1) - block.newTo;
    const by = adds
      ? bestShift(after, block.newFrom, block.newTo, { roomAbove, roomBelow })
      : bestShift(before, block.oldFrom, block.oldTo, { roomAbove, roomBelow });
    slid.push({
      oldFrom: block.oldFrom + by,
      oldTo: block.oldTo + by,
      newFrom: block.newFrom + by,
      newTo: block.newTo + by,
    });
  });
  return slid;
}

/** By how many lines the block `[from, to)` should move; negative: up. */
function bestShift(
  index: LineIndex,
  from: number,
  to: number,
  room: { readonly roomAbove: number; readonly roomBelow: number },
): number {
  let up = 0;
  while (up < room.roomAbove && equalLines(index, from - up - 1, to - up - 1)) up++;
  let down = 0;
  while (down < room.roomBelow && equalLines(index, from + down, to + down)) down++;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let shift = -up; up + down > 0 && shift <= down; shift++) {
    const cost = cutCost(index, from + shift) + cutCost(index, to + shift);
    if (cost <= least) {
      least = cost;
      best = shift;
    }
  }
  return best;
}

/** How unnatural it is to cut before `line`: its indentation, or a blank line's successor's. */
function cutCost(index: LineIndex, line: number): number {
  let indent = -1;
  for (let at = line; indent < 0 && at < Math.min(lineCount(index), line + blanksPassed); at++) {
    indent = indentOf(index, at);
  }
  const afterBlank = line > 0 && indentOf(index, line - 1) < 0;
  // One column of indentation outweighs a blank line.
  return 2 * Math.max(indent, 0) - (afterBlank ? 1 : 0);
}

/** Columns before the first visible character; -1 for a blank line. */
function indentOf(index: LineIndex, line: number): number {
  const to = intAt(index.starts, line + 1);
  let columns = 0;
  for (let at = intAt(index.starts, line); at < to; at++) {
    const byte = byteAt(index.bytes, at);
    if (byte === space) columns++;
    else if (byte === tab) columns += tabWidth - (columns % tabWidth);
    else if (byte !== carriageReturn && byte !== newline) return columns;
  }
  return -1;
}
