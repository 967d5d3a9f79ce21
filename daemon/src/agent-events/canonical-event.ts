import { type AbsPath, baseName, joinPath, parentPath, type RelPath } from "@unf/core/base";
import type { AgentEvent } from "@unf/core/sessions";
import { claimedPaths, mapPaths } from "./claimed-paths.ts";

/** The canonical path of something that is there; `undefined` where nothing is. */
export type ReadCanonical = (path: AbsPath) => Promise<AbsPath | undefined>;

/**
 * The event with its paths as the projects know them: an agent may work below a link. A claimed file
 * that is a link itself stays one, and need not exist, nor the directories it will be made in.
 */
export async function canonicalEvent(
  event: AgentEvent,
  readCanonical: ReadCanonical,
): Promise<AgentEvent> {
  const directories = new Map<AbsPath, AbsPath>();
  const canonical = async (directory: AbsPath): Promise<AbsPath> => {
    const known = directories.get(directory);
    if (known !== undefined) return known;
    const found = (await readCanonical(directory)) ?? (await canonicalChild(directory));
    directories.set(directory, found);
    return found;
  };
  const canonicalChild = async (path: AbsPath): Promise<AbsPath> =>
    path === "/" ? path : joinPath(await canonical(parentOf(path)), baseName(path) as RelPath);

  const paths = new Map<AbsPath, AbsPath>();
  for (const { path } of claimedPaths(event)) paths.set(path, await canonicalChild(path));
  // Last, because a directory that is claimed as if it were a file means the same directory.
  if (event.cwd !== null) paths.set(event.cwd, await canonical(event.cwd));
  return mapPaths(event, (path) => paths.get(path) ?? path);
}

function parentOf(path: AbsPath): AbsPath {
  const parent = parentPath(path as string as RelPath) as string as AbsPath;
  return parent === "" ? ("/" as AbsPath) : parent;
}
