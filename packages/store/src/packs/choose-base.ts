import { limits } from "@unf/core/config";

/** A content that the next one of its chain can be made from. */
export interface Link {
  /** Contents that must be expanded to read it, itself included. */
  readonly depth: number;
  /** The bytes of all of them. */
  readonly pathBytes: number;
}

/**
 * Which link of a path, from its first content to the newest, the next content is made from: the
 * newest where reading stays cheap, else the deepest in the first half, so that no chain grows
 * without end and not every content begins a chain of its own. `undefined`: none.
 */
export function chooseBase(path: readonly Link[], bytes: number): number | undefined {
  const fits = (at: number): boolean => {
    const link = path[at];
    if (link === undefined) return false;
    const { depthMax, pathBytesMax } = limits.pack;
    return link.depth < depthMax && link.pathBytes + bytes <= pathBytesMax;
  };
  if (fits(path.length - 1)) return path.length - 1;
  for (let at = (path.length >> 1) - 1; at >= 0; at -= 1) if (fits(at)) return at;
  return undefined;
}
