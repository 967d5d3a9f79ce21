import { childPath, comparePaths, type RelPath } from "@unf/core/base";
import { type KeptState, keptRows, type Snapshot, type ThinnedState } from "@unf/core/timeline";
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

type State = readonly (KeptState | ThinnedState)[];

/** The entries right below a directory in either of two states, in path order. */
export function compareLevel(directory: RelPath, then: State, now: State): LevelEntry[] {
  const isThinned = new Set(then.flatMap(({ kind, path }) => (kind === "thinned" ? [path] : [])));
  const old = byPath(then);
  const present = byPath(now);
  const entries = new Map<RelPath, LevelEntry>();
  for (const path of new Set([...isThinned, ...old.keys(), ...present.keys()])) {
    const own = entryPath(directory, path);
    if (own === undefined) continue;
    const state = isThinned.has(path) ? "thinned" : compare(old.get(path), present.get(path));
    const row = state === "thinned" ? undefined : (old.get(path) ?? present.get(path));
    const one = { path: own, kind: own === path ? "file" : "directory", row, state } as const;
    entries.set(own, join(entries.get(own), one));
  }
  return [...entries.values()].sort((a, b) => comparePaths(a.path, b.path));
}

function byPath(state: State): ReadonlyMap<RelPath, Snapshot> {
  return new Map(keptRows(state).map((row) => [row.path, row]));
}

/** The entry with one more file of it. A directory is new, or gone, or the same where all of it is. */
function join(known: LevelEntry | undefined, one: LevelEntry): LevelEntry {
  // A file that took the place of a directory, or the other way round, is listed as what it was.
  if (known !== undefined && known.kind !== one.kind) return one.state === "new" ? known : one;
  if (one.kind === "file") return one;
  const state = one.state === "thinned" ? "changed" : one.state;
  const isAlike = known === undefined || known.state === state;
  return { ...one, row: undefined, state: isAlike ? state : "changed" };
}

/** The entry of the level that a path lies in or is; `undefined` for one that does not lie below. */
function entryPath(directory: RelPath, path: RelPath): RelPath | undefined {
  const begin = directory === "" ? 0 : directory.length + 1;
  if (directory !== "" && !path.startsWith(`${directory}/`)) return undefined;
  const [name = ""] = path.slice(begin).split("/", 1);
  return childPath(directory, name);
}

function compare(old: Snapshot | undefined, now: Snapshot | undefined): LevelEntry["state"] {
  if (old === undefined) return "new";
  if (now === undefined) return "gone";
  return old.hash === now.hash && gitMode(old.mode) === gitMode(now.mode) ? "same" : "changed";
}
