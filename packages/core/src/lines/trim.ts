import { byteAt, newline } from "./cells.ts";

/**
 * Middles of two contents, without the whole lines both begin with and the whole lines both end
 * with. Offsets are bytes and stand at line starts; a middle may be empty.
 */
export interface Middles {
  /** Start of both middles: the common beginning is as long in one as in the other. */
  readonly from: number;
  readonly beforeTo: number;
  readonly afterTo: number;
}

/** Trims common whole lines, a line being its bytes with its newline. */
export function trimCommonLines(before: Uint8Array, after: Uint8Array): Middles {
  const from = lineStartAtOrBefore(before, commonPrefix(before, after));
  const limit = Math.min(before.length, after.length) - from;
  let suffix = commonSuffix(before, after, limit);
  if (!isLineStart(before, before.length - suffix) || !isLineStart(after, after.length - suffix)) {
    const next = before.indexOf(newline, before.length - suffix);
    suffix = next < 0 ? 0 : before.length - next - 1;
  }
  return { from, beforeTo: before.length - suffix, afterTo: after.length - suffix };
}

/** Newline bytes in `bytes[from, to)`. */
export function countNewlines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === newline) count++;
  return count;
}

/** True when `at` is the start of a line or the end of a content whose last line is complete. */
function isLineStart(bytes: Uint8Array, at: number): boolean {
  return at === 0 || bytes[at - 1] === newline;
}

function lineStartAtOrBefore(bytes: Uint8Array, at: number): number {
  let start = at;
  while (!isLineStart(bytes, start)) start--;
  return start;
}

function commonPrefix(a: Uint8Array, b: Uint8Array): number {
  const limit = Math.min(a.length, b.length);
  const viewA = viewOf(a);
  const viewB = viewOf(b);
  let at = 0;
  while (at + 4 <= limit && viewA.getInt32(at) === viewB.getInt32(at)) at += 4;
  while (at < limit && byteAt(a, at) === byteAt(b, at)) at++;
  return at;
}

function commonSuffix(a: Uint8Array, b: Uint8Array, limit: number): number {
  const viewA = viewOf(a);
  const viewB = viewOf(b);
  let length = 0;
  while (
    length + 4 <= limit &&
    viewA.getInt32(a.length - length - 4) === viewB.getInt32(b.length - length - 4)
  ) {
    length += 4;
  }
  while (length < limit && byteAt(a, a.length - length - 1) === byteAt(b, b.length - length - 1)) {
    length++;
  }
  return length;
}

/** Reads four bytes at a time, at any offset. */
function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
