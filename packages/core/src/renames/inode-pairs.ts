import { baseName } from "../base/path.ts";
import { isLinkMode } from "../timeline/snapshot.ts";
import {
  type Arrival,
  type Departure,
  type Face,
  type FileState,
  facesOf,
  fileKey,
  isPossible,
  keepDisjoint,
  type RenamePair,
} from "./candidate.ts";

/** More names of one inode than this are hard links, of which none is the other one's new name. */
const namesMax = 8;

/**
 * Pairs by inode: the same file under another name, whatever else looks alike. The number alone
 * says nothing, because ext4 gives that of a deleted file to the next one created, which may be a
 * copy: content and time stamp must be the same too. What is written after it was moved is left to
 * content and likeness.
 */
export function planInodePairs<D extends Departure, A extends Arrival>(
  departures: Iterable<D>,
  arrivals: Iterable<A>,
): RenamePair<D, A>[] {
  const gone = Map.groupBy(departures, ({ before }) => fileKey(before));
  const came = Map.groupBy(facesOf(arrivals), ({ state }) => fileKey(state));
  return keepDisjoint([...came].flatMap(([key, names]) => planChain(gone.get(key) ?? [], names)));
}

/** True when the two states are those of one file that was moved and not written in between. */
function isSameFile(before: FileState, after: FileState): boolean {
  return (
    before.hash === after.hash &&
    before.stat.mtimeNs === after.stat.mtimeNs &&
    isLinkMode(before.mode) === isLinkMode(after.mode)
  );
}

/** One file may have gone from name to name: each arrival took it from where it was last. */
function planChain<D extends Departure, A extends Arrival>(
  gone: readonly D[],
  came: readonly Face<A>[],
): RenamePair<D, A>[] {
  const names = new Set(came.map(({ arrival }) => arrival));
  if (gone.length === 0 || gone.length > namesMax || names.size > namesMax) return [];
  // A file that did not go on from there. Of several, each is a hard link of the others.
  const ends = [...names].filter((name) => !gone.some((left) => isLaterAt(left, name))).length;
  const inOrder = came.toSorted((a, b) => a.arrival.order - b.arrival.order);
  const left = new Set(gone);
  const pairs: RenamePair<D, A>[] = [];
  for (const { arrival, state } of inOrder) {
    const fitting = [...left].filter(
      (departure) =>
        isPossible(departure, arrival) &&
        isSameFile(departure.before, state) &&
        !arrivedBetween(inOrder, arrival, departure),
    );
    const departure = pickOne(fitting, arrival, {
      isFromHere: (one) => one.path === pairs.at(-1)?.arrival.path,
      isLinked: ends > 1,
    });
    if (departure === undefined) continue;
    left.delete(departure);
    pairs.push({ departure, arrival, evidence: "inode" });
  }
  return pairs;
}

/** True when what departed had come to its path after `arrival`, so that it is a later step. */
function arrivedBetween(
  came: readonly Face<Arrival>[],
  arrival: Arrival,
  departure: Departure,
): boolean {
  return came.some(
    ({ arrival: { path, order } }) =>
      path === departure.path && order > arrival.order && order < departure.order,
  );
}

function isLaterAt(departure: Departure, { path, order }: Arrival): boolean {
  return departure.path === path && departure.order > order;
}

function pickOne<D extends Departure>(
  fitting: readonly D[],
  arrival: Arrival,
  how: { readonly isFromHere: (departure: D) => boolean; readonly isLinked: boolean },
): D | undefined {
  const next = fitting.find(how.isFromHere);
  if (next !== undefined) return next;
  if (fitting.length === 1 && !how.isLinked) return fitting[0];
  const name = baseName(arrival.path);
  const named = fitting.filter(({ path }) => baseName(path) === name);
  return named.length === 1 ? named[0] : undefined;
}
