import { comparePaths, pathToColumn, type RelPath } from "@unf/core/base";

// Callers get paths in the order of `comparePaths`. For a path of UTF-8 that is the order of the
// column; one with a raw byte is written `//hh` and stands elsewhere in the column. So a listing
// takes the two kinds apart and merges them.

/** In a query: the path `p` has raw bytes. Must match the partial index literally. */
export const isRaw = "instr(p.file_path, '//') > 0";
export const isNotRaw = "instr(p.file_path, '//') = 0";

/**
 * The column text after which the UTF-8 paths beyond `after` begin. A raw byte sorts after every
 * character, so where `after` has its first one, all UTF-8 paths with the same beginning are past.
 */
export function columnAfter(after: RelPath): string {
  if (after.isWellFormed()) return pathToColumn(after);
  const first = [...after].findIndex((char) => !char.isWellFormed());
  return `${[...after].slice(0, first).join("")}\u{10ffff}`;
}

/** Merges two lists that are in path order. */
export function* mergeByPath<T extends { readonly path: RelPath }>(
  many: Iterable<T>,
  few: readonly T[],
): Generator<T> {
  let at = 0;
  for (const item of many) {
    for (let other = few[at]; other !== undefined; other = few[at]) {
      if (comparePaths(other.path, item.path) > 0) break;
      yield other;
      at += 1;
    }
    yield item;
  }
  yield* few.slice(at);
}

/** Puts a list into path order. */
export function sortByPath<T extends { readonly path: RelPath }>(list: T[]): T[] {
  return list.sort((a, b) => comparePaths(a.path, b.path));
}
