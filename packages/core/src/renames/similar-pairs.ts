import { baseName, parentPath } from "../base/path.ts";
import { extensionOf } from "../filter/lists/extensions.ts";
import { countLines } from "../lines/count.ts";
import { isLinkMode } from "../timeline/snapshot.ts";
import {
  type Arrival,
  type Departure,
  facesOf,
  fileKey,
  type RenamePair,
  type Unpaired,
} from "./candidate.ts";
import { isOfOneMoment, isTelling, type Pair, planMoved, planOnly } from "./content-pairs.ts";
import type { Moves } from "./moves.ts";

/** How alike the two contents are, 0 to 1; `undefined` when it would cost too much to tell. */
export type Likeness<D extends Departure, A extends Arrival> = (
  departure: D,
  arrival: A,
) => number | undefined;

/** As git takes two files for one: half of the lines. For a moved directory or the same inode. */
const likenessMin = 0.5;

/** Where only the name speaks for it. */
const likenessByNameMin = 0.6;

/** Contents compared at most at a time: about 1 ms each. Beyond it, what was renamed is created. */
const comparisonsMax = 200;

/** Work on one comparison, in the steps of a line budget: some 2 ms, or 3,000 lines on each side. */
const comparisonSteps = 1_000_000;

/**
 * Pairs what was renamed and edited: most lines are the same, and there is no other candidate of
 * the same inode, of the same place in a moved directory, of the same name, or of the same kind in
 * the same directory.
 */
export function planSimilarPairs<D extends Departure, A extends Arrival>(
  unpaired: Unpaired<D, A>,
  moves: Moves,
  how: { readonly momentMs: number; readonly likeness: Likeness<D, A> },
): RenamePair<D, A>[] {
  const departures = new Set([...unpaired.departures].filter(({ before }) => isText(before)));
  const arrivals = new Set([...unpaired.arrivals].filter(({ last }) => isText(last)));
  const pairs: RenamePair<D, A>[] = [];
  let comparisons = 0;
  const tryAll = (candidates: readonly Pair<D, A>[], min: number): void => {
    for (const { departure, arrival } of candidates) {
      if (!departures.has(departure) || !arrivals.has(arrival)) continue;
      if (comparisons >= comparisonsMax || !isCandidate(departure, arrival, how.momentMs)) continue;
      comparisons += 1;
      if ((how.likeness(departure, arrival) ?? 0) < min) continue;
      departures.delete(departure);
      arrivals.delete(arrival);
      pairs.push({ departure, arrival, evidence: "similar" });
    }
  };
  const only = (by: (one: Departure | Arrival) => string) => planOnly(departures, arrivals, by);
  tryAll(planLastNames(departures, arrivals), likenessMin);
  tryAll(planMoved([...departures], [...arrivals], moves), likenessMin);
  tryAll(
    only(({ path }) => baseName(path)),
    likenessByNameMin,
  );
  tryAll(only(kindOf), likenessByNameMin);
  return pairs;
}

/** Of equal contents it was decided before that there is no one answer. */
function isCandidate(departure: Departure, arrival: Arrival, momentMs: number): boolean {
  const { hash } = departure.before;
  const isEqual = hash === arrival.first.hash || hash === arrival.last.hash;
  return !isEqual && isOfOneMoment(departure, arrival, momentMs);
}

/** The part of the lines that two texts have in common, 0 to 1. */
export function compareLikeness(before: Uint8Array, after: Uint8Array): number {
  const { lines, added, removed } = countLines(before, after, { steps: comparisonSteps });
  return (lines - added) / Math.max(lines, lines - added + removed, 1);
}

/** An inode is one file's at a time: the last to leave with it, and the last to come. */
function planLastNames<D extends Departure, A extends Arrival>(
  departures: ReadonlySet<D>,
  arrivals: ReadonlySet<A>,
): Pair<D, A>[] {
  const gone = Map.groupBy(departures, ({ before }) => fileKey(before));
  const came = Map.groupBy(facesOf(arrivals), ({ state }) => fileKey(state));
  return [...came].flatMap(([key, faces]) => {
    const departure = gone.get(key)?.reduce(later);
    const arrival = faces.map((face) => face.arrival).reduce(later);
    return departure === undefined ? [] : [{ departure, arrival }];
  });
}

function later<T extends { readonly order: number }>(a: T, b: T): T {
  return a.order > b.order ? a : b;
}

function kindOf({ path }: Departure | Arrival): string {
  return `${parentPath(path)}\0${extensionOf(baseName(path))}`;
}

function isText(state: Departure["before"]): boolean {
  return !isLinkMode(state.mode) && isTelling(state);
}
