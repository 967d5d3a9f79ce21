import { childPath, comparePaths, type RelPath } from "@unf/core/base";
import type { KeptState, Snapshot, ThinnedState } from "@unf/core/timeline";
import { gitMode } from "../diff/file-change.ts";

/** A file or directory of one level, and how it differs between two states. */
export interface LevelEntry {
  readonly path: RelPath;
  readonly kind: "file" | "directory";
  /** Of a file: as it was, or as it is where it was not there. */
  readonly row: Snapshot | undefined;
  /** `thinned`: what was in the file is no longer kept. */
  readonly state: "same" | "changed" | "gone" | "new" | "thinned";
}

/** In path order. */
type State = Iterable<KeptState | ThinnedState>;

/** The entries right below a directory in either of two states, in path order. */
export function compareLevel(directory: RelPath, then: State, now: State): LevelEntry[] {
  const entries = new Map<RelPath, LevelEntry>();
  // Both are walked beside each other: a tree has more files than a level has entries.
  for (const [path, old, present] of besideEachOther(then, now)) {
    const own = entryPath(directory, path);
    if (own === undefined) continue;
    const isThinned = old?.kind === "thinned";
    const state = isThinned ? "thinned" : compare(rowOf(old), rowOf(present));
    if (state === undefined) continue;
    const row = isThinned ? undefined : (rowOf(old) ?? rowOf(present));
    const one = { path: own, kind: own === path ? "file" : "directory", row, state } as const;
    entries.set(own, join(entries.get(own), one));
  }
  return [...entries.values()].sort((a, b) => comparePaths(a.path, b.path));
}

type Pair = readonly [
  path: RelPath,
  old: KeptState | ThinnedState | undefined,
  now: KeptState | ThinnedState | undefined,
];

function* besideEachOther(then: State, now: State): Generator<Pair> {
  const [olds, presents] = [then[Symbol.iterator](), now[Symbol.iterator]()];
  let [old, present] = [olds.next(), presents.next()];
  while (old.done !== true || present.done !== true) {
    const order = compareNext(old, present);
    const path = (order <= 0 ? old.value : present.value).path;
    yield [path, order <= 0 ? old.value : undefined, order >= 0 ? present.value : undefined];
    if (order <= 0) old = olds.next();
    if (order >= 0) present = presents.next();
  }
}

type Next = IteratorResult<KeptState | ThinnedState, undefined>;

function compareNext(a: Next, b: Next): number {
  if (a.done === true) return 1;
  return b.done === true ? -1 : comparePaths(a.value.path, b.value.path);
}

function rowOf(state: KeptState | ThinnedState | undefined): Snapshot | undefined {
  return state?.kind === "kept" ? state.row : undefined;
}

/** The entry with one more file of it. A directory is new, or gone, or the same where all of it is. */
function join(known: LevelEntry | undefined, one: LevelEntry): LevelEntry {
  // A file that took the place of a directory, or the other way round, is listed as what it was.
  if (known !== undefined && known.kind !== one.kind && one.state === "new") return known;
  if (one.kind === "file") return one;
  const before = known?.kind === "directory" ? known : undefined;
  const state = one.state === "thinned" ? "changed" : one.state;
  const isAlike = before === undefined || before.state === state;
  return { ...one, row: undefined, state: isAlike ? state : "changed" };
}

/** The entry of the level that a path lies in or is; `undefined` for one that does not lie below. */
function entryPath(directory: RelPath, path: RelPath): RelPath | undefined {
  const begin = directory === "" ? 0 : directory.length + 1;
  if (directory !== "" && !path.startsWith(`${directory}/`)) return undefined;
  const [name = ""] = path.slice(begin).split("/", 1);
  return childPath(directory, name);
}

/** `undefined`: nothing that is kept stands in either. */
function compare(
  old: Snapshot | undefined,
  now: Snapshot | undefined,
): LevelEntry["state"] | undefined {
  if (old === undefined) return now === undefined ? undefined : "new";
  if (now === undefined) return "gone";
  return old.hash === now.hash && gitMode(old.mode) === gitMode(now.mode) ? "same" : "changed";
}
