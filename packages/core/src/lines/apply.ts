import { newline } from "./cells.ts";
import type { DiffLine, Hunk } from "./hunk.ts";
import {
  equalBytes,
  indexLines,
  type LineIndex,
  lineAt,
  lineCount,
  linesBetween,
} from "./line-index.ts";

/** `mismatch`: the hunk at this index does not fit the content; nothing was applied. */
export type ApplyOutcome =
  | { readonly kind: "applied"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "mismatch"; readonly hunk: number };

/**
 * Applies hunks, which must be in order, exactly where they say. Every kept and removed line is
 * compared with the content; there is no search for a better place.
 */
export function applyHunks(before: Uint8Array, hunks: readonly Hunk[]): ApplyOutcome {
  const index = indexLines(before);
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const [at, hunk] of hunks.entries()) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    if (start < done || !fitsAt(index, start, hunk)) return { kind: "mismatch", hunk: at };
    pieces.push(linesBetween(index, done, start));
    for (const line of hunk.lines) if (line.op !== "-") pieces.push(wholeLine(line));
    done = start + hunk.oldLines;
  }
  pieces.push(linesBetween(index, done, lineCount(index)));
  return { kind: "applied", bytes: concatenate(pieces) };
}

/** True when the lines from `start` on are those the hunk keeps and removes. */
function fitsAt(index: LineIndex, start: number, hunk: Hunk): boolean {
  const expected = hunk.lines.filter((line) => line.op !== "+");
  return (
    expected.length === hunk.oldLines &&
    start + hunk.oldLines <= lineCount(index) &&
    expected.every((line, at) => equalBytes(lineAt(index, start + at), wholeLine(line)))
  );
}

function wholeLine({ bytes, terminated }: DiffLine): Uint8Array {
  return terminated ? concatenate([bytes, Uint8Array.of(newline)]) : bytes;
}

/** The pieces one after the other, in new memory. */
export function concatenate(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
