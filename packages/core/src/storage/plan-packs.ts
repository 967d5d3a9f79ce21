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
 * Small packs that are to become one, the smallest first; empty while there are few. A pack is merged
 * with as many as itself at least, so that no byte is copied more often than its size doubles.
 */
export function planMerge(packs: readonly PackFacts[], bounds: PackBounds): string[] {
  const small = packs
    .filter(({ bytes, entries }) => bytes < bounds.bytesMax / 4 && entries < bounds.entriesMax / 4)
    .toSorted((a, b) => a.bytes - b.bytes);
  const chosen: string[] = [];
  let [bytes, entries] = [0, 0];
  for (const pack of small) {
    bytes += pack.bytes;
    entries += pack.entries;
    if (bytes > bounds.bytesMax || entries > bounds.entriesMax) break;
    chosen.push(pack.name);
  }
  return chosen.length >= bounds.mergeMin ? chosen : [];
}
