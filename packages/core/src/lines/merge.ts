import { concatenate } from "./apply.ts";
import type { Block } from "./block.ts";
import { defaultLineBudget, type LineBudget } from "./budget.ts";
import { compareBlocks } from "./diff.ts";
import { equalBytes, indexLines, type LineIndex, lineCount, linesBetween } from "./line-index.ts";

/** Lines of ours that both sides changed differently, and that stay as they are. */
export interface Overlap {
  /** First line in ours, counted from 1; where there are no lines, the line before, so 0 at the top. */
  readonly line: number;
  readonly lines: number;
}

export interface MergedText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** From top to bottom. Empty: every change of either side is in. */
  readonly overlaps: readonly Overlap[];
}

/** Lines `[from, to)` of each content, counted from 0, that stand for each other. */
interface Region {
  readonly base: Span;
  readonly ours: Span;
  readonly theirs: Span;
  /** The side that changed them. */
  readonly by: "ours" | "theirs" | "both";
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Puts the changes from `base` to `ours` and those from `base` to `theirs` into one text, hunk by
 * hunk. Where both changed the same lines, or lines that touch, ours stays and theirs is left out;
 * a change that both made alike is no overlap. Lines are bytes with their newline: line ends,
 * encodings and a missing last newline come through as they are.
 */
export function mergeTexts(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
  budget: LineBudget = defaultLineBudget,
): MergedText {
  const [old, mine, other] = [indexLines(base), indexLines(ours), indexLines(theirs)];
  const regions = planRegions(
    compareBlocks(old, mine, budget).blocks,
    compareBlocks(old, other, budget).blocks,
  );
  const pieces: Uint8Array[] = [];
  const overlaps: Overlap[] = [];
  let kept = 0;
  for (const region of regions) {
    pieces.push(linesBetween(old, kept, region.base.from));
    const stays = spanOf(mine, region.ours);
    const comes = spanOf(other, region.theirs);
    pieces.push(region.by === "theirs" ? comes : stays);
    if (region.by === "both" && !equalBytes(stays, comes)) overlaps.push(nameLines(region.ours));
    kept = region.base.to;
  }
  pieces.push(linesBetween(old, kept, lineCount(old)));
  return { bytes: concatenate(pieces), overlaps };
}

/** The changed regions in order: blocks of the two sides that overlap or touch share one. */
function planRegions(ours: readonly Block[], theirs: readonly Block[]): Region[] {
  const regions: Region[] = [];
  const mine = { blocks: ours, next: 0, shift: 0 };
  const other = { blocks: theirs, next: 0, shift: 0 };
  for (;;) {
    const from = Math.min(nextStart(mine), nextStart(other));
    if (from === Number.POSITIVE_INFINITY) return regions;
    const [mineBefore, otherBefore] = [{ ...mine }, { ...other }];
    let to = from;
    for (let grown = -1; grown < to; ) {
      grown = to;
      to = takeTouching(other, takeTouching(mine, to));
    }
    const isMine = mine.next > mineBefore.next;
    const isOther = other.next > otherBefore.next;
    regions.push({
      base: { from, to },
      ours: { from: from + mineBefore.shift, to: to + mine.shift },
      theirs: { from: from + otherBefore.shift, to: to + other.shift },
      by: isMine && isOther ? "both" : isMine ? "ours" : "theirs",
    });
  }
}

/** How far a side is taken up, and by how many lines it is longer than the base up to there. */
interface Side {
  readonly blocks: readonly Block[];
  next: number;
  shift: number;
}

function nextStart({ blocks, next }: Side): number {
  return blocks[next]?.oldFrom ?? Number.POSITIVE_INFINITY;
}

/** Takes up the blocks that begin at or before line `to` of the base; where the region ends then. */
function takeTouching(side: Side, to: number): number {
  let end = to;
  for (let block = side.blocks[side.next]; block !== undefined && block.oldFrom <= end; ) {
    end = Math.max(end, block.oldTo);
    side.shift += block.newTo - block.newFrom - (block.oldTo - block.oldFrom);
    side.next += 1;
    block = side.blocks[side.next];
  }
  return end;
}

function spanOf(index: LineIndex, { from, to }: Span): Uint8Array {
  return linesBetween(index, from, to);
}

function nameLines({ from, to }: Span): Overlap {
  return { line: from + (to > from ? 1 : 0), lines: to - from };
}
