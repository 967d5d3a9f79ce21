/**
 * The candidate that a mistyped word most likely meant: fewest letters inserted, left out, changed
 * or swapped with their neighbour, or the only one that it begins. `undefined` when none is within a third
 * of the word's length.
 */
export function nearestName<Name extends string>(
  word: string,
  candidates: readonly Name[],
): Name | undefined {
  if (word.length > longest) return undefined;
  let best: Name | undefined;
  let least = Math.floor(word.length / 3) + 1;
  for (const candidate of candidates) {
    const steps = countSteps(word.toLowerCase(), candidate.toLowerCase());
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  if (best !== undefined || word.length < begunMin) return best;
  const begun = candidates.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  return begun.length === 1 ? begun[0] : undefined;
}

/** Less is the beginning of too much. Unit: characters. */
const begunMin = 3;

/** Nothing longer is a slip of the fingers. Unit: characters. */
const longest = 100;

/** Least number of single-letter edits and swaps of neighbours that turn `a` into `b`. */
function countSteps(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (older[j - 2] ?? 0) + 1 : change;
      row.push(Math.min(change, swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    older = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
