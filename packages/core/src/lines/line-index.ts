import { intAt, newline } from "./cells.ts";
import { countNewlines } from "./trim.ts";

/** A content and where its lines are. */
export interface LineIndex {
  readonly bytes: Uint8Array;
  /** Start of each line, then the end of the content: one more than there are lines. */
  readonly starts: Int32Array;
}

export function indexLines(bytes: Uint8Array): LineIndex {
  const open = bytes.length > 0 && bytes.at(-1) !== newline ? 1 : 0;
  const lines = countNewlines(bytes, 0, bytes.length) + open;
  const starts = new Int32Array(lines + 1);
  for (let line = 1, at = 0; line <= lines; line++) {
    const next = bytes.indexOf(newline, at);
    at = next < 0 ? bytes.length : next + 1;
    starts[line] = at;
  }
  return { bytes, starts };
}

export function lineCount(index: LineIndex): number {
  return index.starts.length - 1;
}

/** The bytes of a line with its newline, if it has one: a view, not a copy. */
export function lineAt(index: LineIndex, line: number): Uint8Array {
  return index.bytes.subarray(intAt(index.starts, line), intAt(index.starts, line + 1));
}

/** The bytes of the lines `[from, to)`: a view, not a copy. */
export function linesBetween(index: LineIndex, from: number, to: number): Uint8Array {
  return index.bytes.subarray(intAt(index.starts, from), intAt(index.starts, to));
}

/** True when two lines of one content are equal. */
export function equalLines(index: LineIndex, one: number, other: number): boolean {
  return equalBytes(lineAt(index, one), lineAt(index, other));
}

/** True when both hold the same bytes. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at === one.length;
}
