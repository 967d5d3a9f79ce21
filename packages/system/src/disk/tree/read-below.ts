import { readlinkSync } from "node:fs";
import { type AbsPath, encodePath, parentPath, type RelPath, systemCode } from "@unf/core/base";
import type { ReadOutcome } from "@unf/core/ports";
import { openTree } from "./open-tree.ts";

/**
 * Reads what stands at the path. `isThere` says of an opened file whether the path leads to it through
 * no link; where it does not, or cannot be asked as of a link, that is `elsewhere`.
 */
export type ReadAt = (
  path: string,
  limit: number,
  isThere?: (fd: number) => boolean,
) => ReadOutcome | "elsewhere";

/**
 * Reads a file or link below `root`, reached through no link: one that others put in the place of a
 * directory on the way, at whatever moment, is not followed, and what was below it is gone.
 */
export function readBelow(read: ReadAt, root: string, path: string, limit: number): ReadOutcome {
  // Only Linux names what was opened; a look at the parents is all there is elsewhere.
  const isHere = (fd: number) => process.platform !== "linux" || standsAt(fd, path);
  const quick = read(path, limit, isHere);
  if (quick !== "elsewhere") return quick;
  const below = path.slice(root === "/" ? 1 : root.length + 1) as RelPath;
  const parent = parentPath(below);
  const name = parent === "" ? below : below.slice(parent.length + 1);
  using tree = openTree(root as AbsPath);
  const walked = tree.within(parent, (place) => read(`${place}/${name}`, limit));
  return walked === undefined || walked === "elsewhere" ? { kind: "gone" } : walked;
}

/** False also where it was renamed or removed since, or the system calls it otherwise: then it is walked to. */
function standsAt(fd: number, path: string): boolean {
  const at = `/proc/self/fd/${fd}`;
  try {
    if (path.isWellFormed()) return readlinkSync(at) === path;
    return readlinkSync(at, { encoding: "buffer" }).equals(encodePath(path));
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return false;
  }
}
