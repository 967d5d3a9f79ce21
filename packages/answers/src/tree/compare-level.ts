import { childPath, comparePaths, type RelPath } from "@unf/core/base";
import type { PathSpan, StandingFile, StatePair } from "@unf/core/timeline";
import { gitMode } from "../diff/file-change.ts";

/** A file or directory of one level, and how it differs between two states. */
export interface LevelEntry {
  readonly path: RelPath;
  readonly kind: "file" | "directory";
  /** Of a file: as it was, or as it is where it was not there. */
  readonly file: StandingFile | undefined;
  /** `thinned`: what was in the file is no longer kept. */
  readonly state: "same" | "changed" | "gone" | "new" | "thinned";
}

/** Reads a part of what stood in either state. */
type ReadPairs = (span: PathSpan) => readonly StatePair[];

/**
 * The entries right below a directory in either of two states, in path order. What lies below a
 * directory of which is known that it has changed is passed over: a tree has more files than a level
 * has entries. `breathe`: called again and again.
 */
export async function compareLevel(
  directory: RelPath,
  read: ReadPairs,
  breathe: () => Promise<void> = async () => undefined,
): Promise<LevelEntry[]> {
  const entries = new Map<RelPath, LevelEntry>();
  let limit = fewest;
  for (let after: RelPath | undefined; ; await breathe()) {
    const page = read({ below: directory, after, limit });
    for (const pair of page) addPair(entries, directory, pair);
    const last = page.at(-1)?.path;
    if (last === undefined || page.length < limit) break;
    const jump = endOfChanged(entries, entryPath(directory, last), last);
    after = jump ?? last;
    limit = jump === undefined ? Math.min(2 * limit, most) : fewest;
  }
  return [...entries.values()].sort((a, b) => comparePaths(a.path, b.path));
}

/** Pairs read at once: at first few, since what follows may be passed over. */
const [fewest, most] = [64, 2048];

function addPair(
  entries: Map<RelPath, LevelEntry>,
  directory: RelPath,
  { path, past, now, isSameContent }: StatePair,
): void {
  const own = entryPath(directory, path);
  const known = entries.get(own);
  if (own !== path && isSettled(known)) return;
  const present = now === "thinned" ? undefined : now;
  const state = past === "thinned" ? past : compare(past, present, isSameContent);
  if (state === undefined) return;
  const file = past === "thinned" ? undefined : (past ?? present);
  const one = { path: own, kind: own === path ? "file" : "directory", file, state } as const;
  entries.set(own, join(known, one));
}

/** True of a directory about which no file of it can say more. */
function isSettled(known: LevelEntry | undefined): boolean {
  return known?.kind === "directory" && known.state === "changed";
}

/** A path behind all that lies in an entry, where that is settled; `undefined` where no such path is known. */
function endOfChanged(
  entries: ReadonlyMap<RelPath, LevelEntry>,
  own: RelPath,
  last: RelPath,
): RelPath | undefined {
  if (own === last || !isSettled(entries.get(own))) return undefined;
  const end = childPath(own, "\u{10ffff}");
  // Names that sort behind it are read.
  return comparePaths(end, last) > 0 ? end : undefined;
}

/** The entry with one more file of it. A directory is new, or gone, or the same where all of it is. */
function join(known: LevelEntry | undefined, one: LevelEntry): LevelEntry {
  // A file that took the place of a directory, or the other way round, is listed as what it was.
  if (known !== undefined && known.kind !== one.kind && one.state === "new") return known;
  if (one.kind === "file") return one;
  const before = known?.kind === "directory" ? known : undefined;
  const state = one.state === "thinned" ? "changed" : one.state;
  const isAlike = before === undefined || before.state === state;
  return { ...one, file: undefined, state: isAlike ? state : "changed" };
}

/** The entry of the level that a path below the directory lies in or is. */
function entryPath(directory: RelPath, path: RelPath): RelPath {
  const begin = directory === "" ? 0 : directory.length + 1;
  const [name = ""] = path.slice(begin).split("/", 1);
  return childPath(directory, name);
}

/** `undefined`: nothing that is kept stands in either. */
function compare(
  past: StandingFile | undefined,
  now: StandingFile | undefined,
  isSameContent: boolean,
): LevelEntry["state"] | undefined {
  if (past === undefined) return now === undefined ? undefined : "new";
  if (now === undefined) return "gone";
  return isSameContent && gitMode(past.mode) === gitMode(now.mode) ? "same" : "changed";
}
