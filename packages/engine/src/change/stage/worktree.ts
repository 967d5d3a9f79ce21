import {
  type AbsPath,
  baseName,
  joinPath,
  parentPath,
  pathToColumn,
  type RelPath,
  UnfError,
} from "@unf/core/base";
import type { EntryStat, FileSystem, Tree } from "@unf/core/ports";

/** The project's tree as an operation works in it, reached through no link, and the disk under it. */
export interface Worktree {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly tree: Tree;
}

/** Runs `work` with an address of the entry; `undefined` when its directory is not there. */
export function at<T>(
  { tree }: Worktree,
  path: RelPath,
  work: (address: AbsPath) => T,
): T | undefined {
  return tree.within(parentPath(path), (place) => work(joinPath(place, nameOf(path))));
}

/** As `at`; throws `conflict` when the directory is not there any more. */
export function mustReach<T>(worktree: Worktree, path: RelPath, work: (address: AbsPath) => T): T {
  let isReached = false;
  const answer = at(worktree, path, (address) => {
    isReached = true;
    return work(address);
  });
  if (!isReached) throw movedAway(parentPath(path));
  return answer as T;
}

export function statAt(worktree: Worktree, path: RelPath): EntryStat | undefined {
  return at(worktree, path, (address) => worktree.fs.lstat(address));
}

export function isDirectory({ tree }: Worktree, path: RelPath): boolean {
  return tree.within(path, () => true) === true;
}

/** The directory itself or the nearest one above it that is there. */
export function nearestDirectory(worktree: Worktree, directory: RelPath): RelPath {
  let nearest = directory;
  while (nearest !== "" && !isDirectory(worktree, nearest)) nearest = parentPath(nearest);
  return nearest;
}

function nameOf(path: RelPath): RelPath {
  return baseName(path) as RelPath;
}

function movedAway(directory: RelPath): UnfError {
  return new UnfError("conflict", `${pathToColumn(directory)} is no longer a directory`, {
    hint: "look at the new plan with --dry-run",
  });
}
