/**
 * The candidate that a mistyped word most likely meant: fewest letters inserted, left out, changed
 * or swapped with their neighbour, or the only one that it begins. `undefined` when none is within a third
 * of the word's length. Of a short word, of which a third is next to nothing, letters may be missing or in
 * another order.
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
  if (best !== undefined) return best;
  const begun = candidates.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  if (word.length >= begunMin && begun.length === 1) return begun[0];
  return slipOf(word.toLowerCase(), candidates);
}

/** The only candidate that is nearest to a short word of which each letter is right. */
function slipOf<Name extends string>(word: string, candidates: readonly Name[]): Name | undefined {
  if (word.length < 2 || word.length > shortMax) return undefined;
  let least = Math.min(2, word.length - 1);
  let nearest: Name[] = [];
  for (const candidate of candidates) {
    const name = candidate.toLowerCase();
    const steps = countSteps(word, name);
    if (steps > least || name[0] !== word[0] || !hasLettersOf(name, word)) continue;
    nearest = steps < least ? [candidate] : [...nearest, candidate];
    least = steps;
  }
  return nearest.length === 1 ? nearest[0] : undefined;
}

function hasLettersOf(name: string, word: string): boolean {
  const left = [...name];
  for (const letter of word) {
    const at = left.indexOf(letter);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return true;
}

/** A third of a word as short as this is one letter at most. Unit: characters. */
const shortMax = 4;

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
