import type { MonoMs, RelPath } from "@unf/core/base";
import { type Arrival, type Departure, fileKey } from "@unf/core/renames";
import type { LatestHead, Row } from "./recorder.ts";

interface Remembered {
  readonly path: RelPath;
  /** The settled row that says so. */
  readonly row: Row;
  /** From then on nothing else of the same moment is waited for. */
  readyAt: MonoMs;
}

/** A settled deletion without a known heir. */
export interface Gone extends Departure, Remembered {
  readonly before: LatestHead;
  /** State of the path before the burst in which it vanished: what `unf log` showed last. */
  readonly shown: LatestHead;
}

/** A settled creation without a known origin. */
export interface Came extends Arrival, Remembered {
  readonly first: LatestHead;
  last: LatestHead;
  openUntil: MonoMs;
  leftAt: number;
}

/** The recent departures, or the recent arrivals, by inode. Forgets the oldest beyond its bound. */
export class RenameWindow<One extends Remembered> {
  readonly #keysOf: (one: One) => readonly string[];
  readonly #entriesMax: number;
  readonly #all = new Set<One>();
  readonly #byPath = new Map<RelPath, One>();
  readonly #byFile = new Map<string, Set<One>>();

  constructor(keysOf: (one: One) => readonly string[], entriesMax: number) {
    this.#keysOf = keysOf;
    this.#entriesMax = entriesMax;
  }

  /** In the order in which they came. */
  get all(): ReadonlySet<One> {
    return this.#all;
  }

  ofFile(key: string): Iterable<One> {
    return this.#byFile.get(key) ?? [];
  }

  /** The last one of this path. */
  at(path: RelPath): One | undefined {
    return this.#byPath.get(path);
  }

  add(one: One): void {
    this.#byPath.set(one.path, one);
    for (const key of this.#keysOf(one)) {
      const named = this.#byFile.get(key);
      if (named === undefined) this.#byFile.set(key, new Set([one]));
      else named.add(one);
    }
    this.#all.add(one);
    if (this.#all.size > this.#entriesMax) this.#dropOldest();
  }

  remove(one: One): void {
    for (const key of this.#keysOf(one)) {
      const named = this.#byFile.get(key);
      named?.delete(one);
      if (named?.size === 0) this.#byFile.delete(key);
    }
    if (this.#byPath.get(one.path) === one) this.#byPath.delete(one.path);
    this.#all.delete(one);
  }

  /** Forgets what was ready before `at`. */
  forget(at: number): void {
    for (const one of this.#all) {
      if (one.readyAt >= at) return;
      this.remove(one);
    }
  }

  #dropOldest(): void {
    for (const oldest of this.#all) {
      this.remove(oldest);
      return;
    }
  }
}

export const keysOfGone = ({ before }: Gone): readonly string[] => [fileKey(before)];
export const keysOfCame = ({ first, last }: Came): readonly string[] => [
  fileKey(first),
  fileKey(last),
];
