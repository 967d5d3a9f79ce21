import { baseName } from "../base/path.ts";
import { isLinkMode } from "../timeline/snapshot.ts";
import {
  type Arrival,
  type Departure,
  type FileState,
  facesOf,
  isPossible,
  keepDisjoint,
  type RenamePair,
  type Unpaired,
} from "./candidate.ts";
import type { Moves } from "./moves.ts";

/** Contents shorter than this are found in many files: `{}`, an empty module, one word. */
const tellingBytesMin = 32;

/** True when two files with this content are hardly alike by chance. */
export function isTelling({ bytes }: Pick<FileState, "bytes">): boolean {
  return bytes >= tellingBytesMin;
}

/** True when the two can be one file and belong to one moment. */
export function isOfOneMoment(departure: Departure, arrival: Arrival, momentMs: number): boolean {
  return (
    isPossible(departure, arrival) &&
    departure.at < arrival.openUntil &&
    arrival.at - departure.at <= momentMs
  );
}

/**
 * Pairs by content, where there is one way to do it: one departure and one arrival of the content,
 * or one of the same name, or one that goes the way its directory went. What came back to its own
 * path is no candidate.
 */
export function planContentPairs<D extends Departure, A extends Arrival>(
  { departures, arrivals }: Unpaired<D, A>,
  moves: Moves,
  momentMs: number,
): RenamePair<D, A>[] {
  const gone = Map.groupBy(departures, ({ before }) => contentKey(before));
  const came = Map.groupBy(facesOf(arrivals), ({ state }) => contentKey(state));
  const pairs = [...came].flatMap(([key, faces]) => {
    const left = gone.get(key) ?? [];
    if (left.length === 0 || faces[0]?.state.bytes === 0) return [];
    const alike = [...new Set(faces.map(({ arrival }) => arrival))];
    return planAlike(left, alike, moves)
      .filter(({ departure, arrival }) => isOfOneMoment(departure, arrival, momentMs))
      .map((pair) => ({ ...pair, evidence: "content" as const }));
  });
  return keepDisjoint(pairs);
}

/** A departure and an arrival that may be one file. */
export type Pair<D, A> = { readonly departure: D; readonly arrival: A };

function planAlike<D extends Departure, A extends Arrival>(
  gone: readonly D[],
  came: readonly A[],
  moves: Moves,
): Pair<D, A>[] {
  const left = new Map(gone.map(({ path, order }) => [path, order]));
  const isBack = ({ path, order }: A) => order > (left.get(path) ?? order);
  const back = new Set(came.filter(isBack).map(({ path }) => path));
  const departures = gone.filter(({ path }) => !back.has(path));
  const arrivals = came.filter(({ path }) => !back.has(path));
  const [departure, arrival] = [departures[0], arrivals[0]];
  if (departure === undefined || arrival === undefined) return [];
  const isOnly = departures.length === 1 && arrivals.length === 1;
  if (isOnly && isTelling(departure.before)) return [{ departure, arrival }];
  const moved = planMoved(departures, arrivals, moves);
  const done = new Set<unknown>(moved.flatMap((pair) => [pair.departure, pair.arrival]));
  const named = planOnly(
    departures.filter((one) => !done.has(one)),
    arrivals.filter((one) => !done.has(one)),
    ({ path }) => baseName(path),
  );
  return [...moved, ...named];
}

/** Those that lie where their directory went. */
export function planMoved<D extends Departure, A extends Arrival>(
  departures: readonly D[],
  arrivals: readonly A[],
  moves: Moves,
): Pair<D, A>[] {
  const byPath = new Map(arrivals.map((arrival) => [arrival.path, arrival]));
  return departures.flatMap((departure) => {
    const target = moves.follow(departure.path);
    const arrival = target === undefined ? undefined : byPath.get(target);
    if (arrival === undefined) return [];
    // Two directories may have gone into one.
    byPath.delete(arrival.path);
    return [{ departure, arrival }];
  });
}

/** The groups with exactly one departure and one arrival. */
export function planOnly<D extends Departure, A extends Arrival>(
  departures: Iterable<D>,
  arrivals: Iterable<A>,
  by: (one: Departure | Arrival) => string,
): Pair<D, A>[] {
  const gone = Map.groupBy(departures, by);
  const came = Map.groupBy(arrivals, by);
  return [...came].flatMap(([key, [arrival, ...others]]) => {
    const [departure, ...rivals] = gone.get(key) ?? [];
    if (departure === undefined || arrival === undefined) return [];
    return others.length + rivals.length === 0 ? [{ departure, arrival }] : [];
  });
}

function contentKey({ hash, mode }: FileState): string {
  return isLinkMode(mode) ? `link ${hash}` : hash;
}
