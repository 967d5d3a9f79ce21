import type { MonoMs, RelPath } from "../base/brand.ts";
import type { Head } from "../timeline/head.ts";
import type { RenameEvidence } from "../timeline/snapshot.ts";

/** State of a file when it was captured. */
export type FileState = Pick<Head, "hash" | "bytes" | "mode" | "stat">;

/** A recorded file that is no longer at its path. */
export interface Departure {
  readonly path: RelPath;
  /** Its last state. */
  readonly before: FileState;
  /** When its deletion was recorded: up to a second after it happened. */
  readonly at: MonoMs;
  /** Counts up with every departure and arrival. */
  readonly order: number;
}

/** A file at a path where none was recorded. */
export interface Arrival {
  readonly path: RelPath;
  /** Its state when it was first seen there, and when it had lain still. */
  readonly first: FileState;
  readonly last: FileState;
  readonly at: MonoMs;
  readonly order: number;
  /**
   * A file that departs then or later left an equal one behind when this one appeared: it was
   * copied. Only the inode can say otherwise.
   */
  readonly openUntil: MonoMs;
  /** `order` of the departure with which the file went on from here; infinity while it is here. */
  readonly leftAt: number;
}

/** A departure and the arrival that is the same file. */
export interface RenamePair<D extends Departure, A extends Arrival> {
  readonly departure: D;
  readonly arrival: A;
  readonly evidence: RenameEvidence;
}

/** Departures and arrivals that have no partner yet. */
export interface Unpaired<D extends Departure, A extends Arrival> {
  readonly departures: ReadonlySet<D>;
  readonly arrivals: ReadonlySet<A>;
}

/** True when the file can have gone from the one path to the other: it was not gone on by then. */
export function isPossible(departure: Departure, arrival: Arrival): boolean {
  return departure.path !== arrival.path && departure.order < arrival.leftAt;
}

/** One state of an arrival; it has two where it was replaced before it lay still. */
export interface Face<A extends Arrival> {
  readonly arrival: A;
  readonly state: FileState;
}

/** The states by which an arrival may be recognised, the first seen and the last. */
export function facesOf<A extends Arrival>(arrivals: Iterable<A>): Face<A>[] {
  return [...arrivals].flatMap((arrival) => {
    const { first, last } = arrival;
    const isSame = first.hash === last.hash && fileKey(first) === fileKey(last);
    const faces = [{ arrival, state: first }];
    return isSame ? faces : [...faces, { arrival, state: last }];
  });
}

/** Drops pairs of which one side stands in an earlier one. */
export function keepDisjoint<
  P extends { readonly departure: Departure; readonly arrival: Arrival },
>(pairs: Iterable<P>): P[] {
  const used = new Set<Departure | Arrival>();
  return [...pairs].filter(({ departure, arrival }) => {
    if (used.has(departure) || used.has(arrival)) return false;
    used.add(departure).add(arrival);
    return true;
  });
}

/** Identity of a file on its file system. Given out anew as soon as a file is deleted. */
export function fileKey({ stat }: Pick<FileState, "stat">): string {
  return `${stat.dev}.${stat.ino}`;
}
