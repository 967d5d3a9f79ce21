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
  readonly onSkipped: (path: RelPath, why: SkippedByName) => void;
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
  const open = [openLevel(ports, top)];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const entry = level.entries[level.next];
    level.next += 1;
    if (entry === undefined) {
      open.pop();
      continue;
    }
    const path = childPath(level.directory, entry.name);
    const kind = entry.kind === "unknown" ? kindOf(ports, path) : entry.kind;
    if (kind === undefined) continue;
    if (kind !== "directory") {
      yield isRecorded(ports, path, kind) ? path : undefined;
    } else if (ports.filter.covers(path)) {
      open.push(openLevel(ports, path));
      yield undefined;
    } else {
      ports.onSkipped(path, "ignored");
      yield undefined;
    }
  }
}

function openLevel(ports: WalkPorts, directory: RelPath): Level {
  return { directory, entries: listSorted(ports, directory), next: 0 };
}

function isRecorded(
  { filter, onSkipped }: WalkPorts,
  path: RelPath,
  kind: "file" | "link" | "special",
): boolean {
  if (kind === "special") {
    onSkipped(path, "special");
    return false;
  }
  const verdict = filter.verdict(path, kind);
  if (!verdict.recorded) onSkipped(path, verdict.isBinary === true ? "binary" : "ignored");
  return verdict.recorded;
}

function kindOf(ports: WalkPorts, path: RelPath): EntryKind | undefined {
  const stat = lookAt(ports, path);
  if (stat !== "unreadable") return stat?.kind;
  ports.onSkipped(path, "unreadable");
  return undefined;
}

function listSorted(ports: WalkPorts, directory: RelPath): DirectoryEntry[] {
  let entries: DirectoryEntry[] | undefined;
  try {
    entries = ports.fs.list(joinPath(ports.root, directory));
  } catch (thrown) {
    if (!isRefusal(systemCode(thrown))) throw thrown;
    ports.onSkipped(directory, "unreadable");
  }
  if (entries === undefined) return [];
  // A directory sorts as if its name ended in "/", which puts whole paths into byte order.
  return entries.sort((a, b) => comparePaths(sortName(a), sortName(b)));
}

function sortName(entry: DirectoryEntry): string {
  return entry.kind === "directory" ? `${entry.name}/` : entry.name;
}
