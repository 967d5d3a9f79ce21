import type { RelPath, SnapshotId } from "../../base/brand.ts";
import { inheritMode, type SeenMode } from "../../timeline/directory-mode.ts";
import type { Point } from "../../timeline/point.ts";
import type { FileMode } from "../../timeline/snapshot.ts";

/** The modes that directories were seen with. */
export interface DirectoryReader {
  /** The mode that the directory's own newest row up to the point says; `undefined`: it has none. */
  ownDirectoryMode(path: RelPath, point: Point): FileMode | undefined;
  /** Mode in the newest row of each directory that has any. */
  directoryModes(): Pick<SeenMode, "path" | "mode">[];
}

/** Drops what is known of them. */
export interface DirectoryWriter {
  /** Deletes the rows of directories below which nothing is recorded any more. */
  dropEmptyDirectories(): void;
}

/** The mode of a directory at a point; `undefined`: nobody had looked at modes by then. */
export function directoryModeAt(
  timeline: DirectoryReader,
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
  timeline: DirectoryReader,
  directory: RelPath,
  since: Point,
): FileMode | undefined {
  if (directoryModeAt(timeline, directory, since) === undefined) return undefined;
  return directoryModeAt(timeline, directory, newest);
}

const newest: Point = { id: Number.MAX_SAFE_INTEGER as SnapshotId };
