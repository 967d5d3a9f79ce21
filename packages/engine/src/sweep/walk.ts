import {
  type AbsPath,
  childPath,
  comparePaths,
  joinPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import type { Filter } from "@unf/core/filter";
import type { DirectoryEntry, EntryKind, FileSystem } from "@unf/core/ports";
import { isRefusal, lookAt } from "../capture/look-at.ts";
import { isReachable } from "../capture/take-snapshot.ts";

export interface WalkPorts {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly filter: Filter;
  /** Called for each entry that is not recorded; directories count once. `binary`: by its name. */
  readonly onSkipped: (path: RelPath, why: SkippedByName, kind: "directory" | "other") => void;
  /** Without one every file is yielded. */
  readonly survey?: Survey;
}

/** Told of each directory when it was listed and when it is left; both may pause. */
export interface Survey {
  /**
   * Gives false where of its entries only the directories are of interest. `undefined`: it could not be
   * listed.
   */
  enter(
    directory: RelPath,
    entries: readonly DirectoryEntry[] | undefined,
  ): Generator<undefined, boolean>;
  leave(directory: RelPath): Generator<undefined>;
}

type SkippedByName = "ignored" | "binary" | "special" | "unreadable";

/**
 * Lists every file and link the filter lets through at or below `within`, ordered by the bytes of
 * the path as timeline rows are, so that both can be read side by side. Lazy: a directory is listed
 * when it is reached. Never follows a link. Yields `undefined` after what gave no path, so that the
 * caller may pause: there are trees of directories in which nothing is recorded.
 */
export function* walk(ports: WalkPorts, within: RelPath): Generator<RelPath | undefined> {
  if (within !== "") {
    const kind = isReachable(ports, within) ? kindOf(ports, within) : undefined;
    if (kind === undefined) return;
    if (kind !== "directory") {
      if (isRecorded(ports, within, kind)) yield within;
      return;
    }
    if (!ports.filter.covers(within)) return;
  }
  yield* walkDirectory(ports, within);
}

interface Level {
  readonly directory: RelPath;
  readonly entries: readonly DirectoryEntry[];
  next: number;
}

/** With a stack of its own: out of nested generators every path would pass through every level. */
function* walkDirectory(ports: WalkPorts, top: RelPath): Generator<RelPath | undefined> {
  const open = [yield* openLevel(ports, top)];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const entry = level.entries[level.next];
    level.next += 1;
    if (entry === undefined) {
      yield* leaveLevel(ports, level);
      open.pop();
      continue;
    }
    const path = childPath(level.directory, entry.name);
    const kind = kindOfEntry(ports, path, entry);
    if (kind === undefined) continue;
    if (kind !== "directory") {
      yield isRecorded(ports, path, kind) ? path : undefined;
    } else {
      if (isEntered(ports, path)) open.push(yield* openLevel(ports, path));
      yield undefined;
    }
  }
}

function* leaveLevel({ survey }: WalkPorts, { directory }: Level): Generator<undefined> {
  if (survey !== undefined) yield* survey.leave(directory);
}

function isEntered({ filter, onSkipped }: WalkPorts, directory: RelPath): boolean {
  if (filter.covers(directory)) return true;
  onSkipped(directory, "ignored", "directory");
  return false;
}

function* openLevel(ports: WalkPorts, directory: RelPath): Generator<undefined, Level> {
  const listed = listAll(ports, directory);
  const isOfInterest = ports.survey === undefined || (yield* ports.survey.enter(directory, listed));
  const all = listed ?? [];
  const entries = isOfInterest ? all : all.filter(({ kind }) => kind === "directory");
  // A directory sorts as if its name ended in "/", which puts whole paths into byte order.
  entries.sort((a, b) => comparePaths(sortName(a), sortName(b)));
  return { directory, entries, next: 0 };
}

function isRecorded(
  { filter, onSkipped }: WalkPorts,
  path: RelPath,
  kind: "file" | "link" | "special",
): boolean {
  if (kind === "special") {
    onSkipped(path, "special", "other");
    return false;
  }
  const verdict = filter.verdict(path, kind);
  if (!verdict.recorded) onSkipped(path, verdict.isBinary === true ? "binary" : "ignored", "other");
  return verdict.recorded;
}

function kindOfEntry(
  ports: WalkPorts,
  path: RelPath,
  { kind }: DirectoryEntry,
): EntryKind | undefined {
  return kind === "unknown" ? kindOf(ports, path) : kind;
}

function kindOf(ports: WalkPorts, path: RelPath): EntryKind | undefined {
  const stat = lookAt(ports, path);
  if (stat !== "unreadable") return stat?.kind;
  ports.onSkipped(path, "unreadable", "other");
  return undefined;
}

function listAll(ports: WalkPorts, directory: RelPath): DirectoryEntry[] | undefined {
  try {
    return ports.fs.list(joinPath(ports.root, directory));
  } catch (thrown) {
    if (!isRefusal(systemCode(thrown))) throw thrown;
    ports.onSkipped(directory, "unreadable", "directory");
    return undefined;
  }
}

function sortName(entry: DirectoryEntry): string {
  return entry.kind === "directory" ? `${entry.name}/` : entry.name;
}
