import type { Steps } from "./steps.ts";

/** So many are sorted or merged without a pause: well below a millisecond. */
const runLength = 1000;

/** Sorts as `toSorted` does, with pauses: of hundreds of thousands the sorting alone holds others up. */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += runLength) {
    runs.push(items.slice(from, from + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right = []] = [runs[at], runs[at + 1]];
      merged.push(yield* merge(left, right, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(left: T[], right: T[], compare: (a: T, b: T) => number): Steps<T[]> {
  if (right.length === 0) return left;
  // Halves that are in order already, as a plan's mostly are, are only put together.
  if (compare(left.at(-1) as T, right[0] as T) <= 0) return left.concat(right);
  const merged: T[] = [];
  let [a, b] = [0, 0];
  while (a < left.length && b < right.length) {
    const isLeft = compare(left[a] as T, right[b] as T) <= 0;
    merged.push((isLeft ? left[a++] : right[b++]) as T);
    if (merged.length % runLength === 0) yield;
  }
  for (; a < left.length; a += 1) merged.push(left[a] as T);
  for (; b < right.length; b += 1) merged.push(right[b] as T);
  return merged;
}
