import type { PackFacts } from "../ports/object-store.ts";

export interface PackBounds {
  readonly bytesMax: number;
  readonly entriesMax: number;
  readonly countMin: number;
  readonly contentBytesMin: number;
  readonly mergeMin: number;
}

/** True when so many objects of together so many bytes are worth a pack of their own. */
export function isWorthPacking(
  { objects, bytes }: { readonly objects: number; readonly bytes: number },
  { countMin, contentBytesMin }: PackBounds,
): boolean {
  return objects >= countMin || bytes >= contentBytesMin;
}

/**
 * Small packs that are to become one, the smallest first; empty while there are few. None of them is
 * larger than all others together, so that no byte is copied more often than its pack doubles.
 */
export function planMerge(packs: readonly PackFacts[], bounds: PackBounds): string[] {
  const small = packs
    .filter(({ bytes, entries }) => bytes < bounds.bytesMax / 4 && entries < bounds.entriesMax / 4)
    .toSorted((a, b) => a.bytes - b.bytes);
  let [bytes, entries] = [0, 0];
  /** How many of them are merged at most. */
  let count = 0;
  for (const [at, pack] of small.entries()) {
    const before = bytes;
    bytes += pack.bytes;
    entries += pack.entries;
    if (bytes > bounds.bytesMax || entries > bounds.entriesMax) break;
    if (pack.bytes <= before) count = at + 1;
  }
  return count >= bounds.mergeMin ? small.slice(0, count).map(({ name }) => name) : [];
}
