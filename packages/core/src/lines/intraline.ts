import { planEditScript } from "./edit-script.ts";

/** Columns `[from, to)` of a line, counted from 0 in UTF-16 code units. */
export type ColumnRange = readonly [from: number, to: number];

/** Which parts of two versions of a line differ, from left to right. */
export interface IntralineChanges {
  readonly old: readonly ColumnRange[];
  readonly new: readonly ColumnRange[];
}

/** A word, a run of white space, or any other single character. */
const token = () => /[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu;
/** Lines longer than this are not looked into; they count as changed whole. Unit: code units. */
const longestLine = 4096;
const steps = 1_000_000;

/** Finds the words that differ. What is outside the ranges is the same text in both lines. */
export function intraline(oldLine: string, newLine: string): IntralineChanges {
  if (Math.max(oldLine.length, newLine.length) > longestLine) {
    return oldLine === newLine
      ? { old: [], new: [] }
      : { old: wholeLine(oldLine), new: wholeLine(newLine) };
  }
  const oldWords = oldLine.match(token()) ?? [];
  const newWords = newLine.match(token()) ?? [];
  const numbers = new Map<string, number>();
  const { removed, added } = planEditScript(
    numberWords(oldWords, numbers),
    numberWords(newWords, numbers),
    { left: steps },
  );
  return { old: changedRanges(oldWords, removed), new: changedRanges(newWords, added) };
}

function wholeLine(line: string): ColumnRange[] {
  return line === "" ? [] : [[0, line.length]];
}

function numberWords(words: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(words, (word) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  });
}

function changedRanges(words: readonly string[], changed: Uint8Array): ColumnRange[] {
  const ranges: ColumnRange[] = [];
  let from = -1;
  let column = 0;
  words.forEach((word, at) => {
    if (changed[at] === 1 && from < 0) from = column;
    if (changed[at] !== 1 && from >= 0) {
      ranges.push([from, column]);
      from = -1;
    }
    column += word.length;
  });
  if (from >= 0) ranges.push([from, column]);
  return ranges;
}
