import type { LineBudget, Meter } from "./budget.ts";
import { intAt, newline } from "./cells.ts";
import { planSearchedLines, unmatchedToDrop } from "./discard.ts";
import { type Changes, planEditScript } from "./edit-script.ts";
import { countSharedLines, type NumberedLines, numberLines, type Part } from "./intern.ts";
import { countNewlines, trimCommonLines } from "./trim.ts";

/** Which lines changed between two contents. */
export interface LineChanges extends Changes {
  /** Lines both contents begin with; `removed` and `added` flag those that follow, … */
  readonly commonHead: number;
  /** … up to the lines both end with. */
  readonly commonTail: number;
  /** False when the budget ran out: the flags are a correct script, but not the one git finds. */
  readonly exact: boolean;
}

/** Up to this many lines on both sides together no search costs enough for a short cut. */
const linesSearchedInFull = 512;

/** Compares two contents line by line as `git diff` does with its default settings. */
export function compareLines(
  before: Uint8Array,
  after: Uint8Array,
  budget: LineBudget,
): LineChanges {
  const { from, beforeTo, afterTo } = trimCommonLines(before, after);
  const head = partOf(before, 0, from);
  const tail = partOf(before, beforeTo, before.length);
  const old = partOf(before, from, beforeTo);
  const now = partOf(after, from, afterTo);
  const meter = { left: budget.steps };
  const found =
    old.lines === 0 || now.lines === 0 ? undefined : planMiddleChanges(old, now, head, tail, meter);
  return {
    commonHead: head.lines,
    commonTail: tail.lines,
    removed: found?.removed ?? new Uint8Array(old.lines).fill(1),
    added: found?.added ?? new Uint8Array(now.lines).fill(1),
    exact: meter.left >= 0,
  };
}

/** A part that begins at a line start; a last line without newline counts. */
function partOf(bytes: Uint8Array, from: number, to: number): Part {
  const open = to > from && bytes[to - 1] !== newline ? 1 : 0;
  return { bytes, from, to, lines: countNewlines(bytes, from, to) + open };
}

/** Changes between `old` and `now`, which stand in their contents between `head` and `tail`. */
function planMiddleChanges(
  old: Part,
  now: Part,
  head: Part,
  tail: Part,
  meter: Meter,
): Changes | undefined {
  const numbered = numberLines(old, now, meter);
  if (numbered === undefined) return undefined;
  const { before, after, inBefore, inAfter } = numbered;
  if (sharedLinesMatter(numbered)) {
    countSharedLines(numbered, head, meter);
    countSharedLines(numbered, tail, meter);
    if (meter.left < 0) return undefined;
  }
  const sharedLines = head.lines + tail.lines;
  const searchedBefore = planSearchedLines(before, inAfter, sharedLines + old.lines);
  const searchedAfter = planSearchedLines(after, inBefore, sharedLines + now.lines);
  const changes = planEditScript(pick(before, searchedBefore), pick(after, searchedAfter), meter);
  return {
    removed: spread(changes.removed, searchedBefore, old.lines),
    added: spread(changes.added, searchedAfter, now.lines),
  };
}

/**
 * True when copies of the numbered lines in the shared head and tail can change the result: they
 * make a line frequent, or keep it from being unmatched, which matters only where lines may be
 * dropped or a search may be cut short. Most edits are too small for either, and then the rest of
 * the file need not be hashed.
 */
function sharedLinesMatter({ before, after, inBefore, inAfter }: NumberedLines): boolean {
  return (
    before.length + after.length > linesSearchedInFull ||
    countUnmatched(before, inAfter) >= unmatchedToDrop ||
    countUnmatched(after, inBefore) >= unmatchedToDrop
  );
}

function countUnmatched(lines: Int32Array, equals: Int32Array): number {
  let count = 0;
  for (const line of lines) if (intAt(equals, line) === 0) count++;
  return count;
}

function pick(lines: Int32Array, at: Int32Array): Int32Array {
  const picked = new Int32Array(at.length);
  for (let index = 0; index < at.length; index++) picked[index] = intAt(lines, intAt(at, index));
  return picked;
}

/** Flags of all lines: those of the searched ones in their places, 1 for all others. */
function spread(flags: Uint8Array, at: Int32Array, lines: number): Uint8Array {
  const all = new Uint8Array(lines).fill(1);
  for (let index = 0; index < at.length; index++) all[intAt(at, index)] = flags[index] ?? 1;
  return all;
}
