import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { parentPath } from "../base/path.ts";
import type { Point } from "./point.ts";
import type { FileMode } from "./snapshot.ts";

/** From the instant at which it was seen on a directory had this mode: its type and nine bits. */
export interface SeenMode {
  /** The root is `""`. */
  readonly path: RelPath;
  readonly mode: FileMode;
  readonly at: WallMs;
}

export interface ReadsDirectories {
  /** The mode that the directory's own newest row up to the point says; `undefined`: it has none. */
  ownDirectoryMode(path: RelPath, point: Point): FileMode | undefined;
  /** What the newest row of each directory that has any says. */
  directoryModes(): Pick<SeenMode, "path" | "mode">[];
}

export interface WritesDirectories {
  /** Deletes the rows of directories below which nothing is recorded any more. */
  dropEmptyDirectories(): void;
}

/**
 * The mode of a directory: what is said of itself, else what is said of the nearest one above it, as
 * rows are written only where the two differ. `undefined`: nothing is known, not even of the root.
 */
export function inheritMode(
  directory: RelPath,
  own: (path: RelPath) => FileMode | undefined,
): FileMode | undefined {
  for (let path = directory; ; path = parentPath(path)) {
    const mode = own(path);
    if (mode !== undefined || path === "") return mode;
  }
}

/** The mode of a directory at a point; `undefined`: nobody had looked at modes by then. */
export function directoryModeAt(
  timeline: ReadsDirectories,
  directory: RelPath,
  point: Point,
): FileMode | undefined {
  return inheritMode(directory, (path) => timeline.ownDirectoryMode(path, point));
}

/**
 * The mode that a directory had last which was there at `since`. `undefined` where nobody had looked at
 * modes by then: it may have been gone before anybody did.
 */
export function lastDirectoryMode(
  timeline: ReadsDirectories,
  directory: RelPath,
  since: Point,
): FileMode | undefined {
  if (directoryModeAt(timeline, directory, since) === undefined) return undefined;
  return directoryModeAt(timeline, directory, newest);
}

const newest: Point = { id: Number.MAX_SAFE_INTEGER as SnapshotId };

/** A directory's type and permissions, without what programs put into the other bits. */
export function directoryMode(mode: number): FileMode {
  return (0o040000 | (mode & 0o777)) as FileMode;
}
