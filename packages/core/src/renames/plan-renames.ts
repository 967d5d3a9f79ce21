import type { Arrival, Departure, RenamePair, Unpaired } from "./candidate.ts";
import { planContentPairs } from "./content-pairs.ts";
import { planInodePairs } from "./inode-pairs.ts";
import { readMoves } from "./moves.ts";
import { type Likeness, planSimilarPairs } from "./similar-pairs.ts";

/**
 * Decides which arrivals are departed files under a new name: by inode, then by equal content, then
 * by likeness. Each file is in one pair at most. Where two answers are possible there is no pair,
 * because a file's history must not lead into another's. The work grows with the number of files,
 * not with its square.
 */
export function planRenames<D extends Departure, A extends Arrival>(
  departures: Iterable<D>,
  arrivals: Iterable<A>,
  how: {
    /** How long before its arrival a file may have departed to be taken for it by what it contains. */
    readonly momentMs: number;
    readonly likeness: Likeness<D, A>;
  },
): RenamePair<D, A>[] {
  const unpaired = { departures: new Set(departures), arrivals: new Set(arrivals) };
  const pairs = take(unpaired, planInodePairs(unpaired.departures, unpaired.arrivals));
  const moves = () =>
    readMoves(pairs.map(({ departure, arrival }) => ({ from: departure.path, to: arrival.path })));
  pairs.push(...take(unpaired, planContentPairs(unpaired, moves(), how.momentMs)));
  // Moves of directories that the first contents have shown may tell equal contents apart.
  pairs.push(...take(unpaired, planContentPairs(unpaired, moves(), how.momentMs)));
  pairs.push(...take(unpaired, planSimilarPairs(unpaired, moves(), how)));
  return pairs;
}

function take<D extends Departure, A extends Arrival>(
  unpaired: Unpaired<D, A> & { readonly departures: Set<D>; readonly arrivals: Set<A> },
  pairs: readonly RenamePair<D, A>[],
): RenamePair<D, A>[] {
  for (const { departure, arrival } of pairs) {
    unpaired.departures.delete(departure);
    unpaired.arrivals.delete(arrival);
  }
  return [...pairs];
}
