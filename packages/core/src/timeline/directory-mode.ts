import type { RelPath, WallMs } from "../base/brand.ts";
import { parentPath } from "../base/path.ts";
import type { FileMode } from "./snapshot.ts";

/** From the instant at which it was seen on a directory had this mode: its type and nine bits. */
export interface SeenMode {
  /** The root is `""`. */
  readonly path: RelPath;
  readonly mode: FileMode;
  readonly at: WallMs;
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

/** A directory's type and permissions, without what programs put into the other bits. */
export function directoryMode(mode: number): FileMode {
  return (0o040000 | (mode & 0o777)) as FileMode;
}
