import type { AbsPath, RelPath } from "../base/brand.ts";
import { comparePaths, relativeTo } from "../base/path.ts";

/** The project a path belongs to, and the path seen from its root. */
export interface Routed {
  readonly root: AbsPath;
  readonly path: RelPath;
}

/** Which of a fixed set of project roots owns a path: the longest root that contains it. */
export interface Router {
  /** `undefined` when no root contains the path. A root belongs to itself, with the path `""`. */
  route(path: AbsPath): Routed | undefined;
  /** Every root strictly below `root`, seen from it, in path order. */
  nestedRoots(root: AbsPath): RelPath[];
}

/**
 * Builds a router once for a list of roots. Roots and paths must be normalised. A lookup costs one
 * hash per directory of the path, however many roots there are.
 */
export function createRouter(roots: Iterable<AbsPath>): Router {
  const known = new Set<string>(roots);
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (const root of known) {
    shortest = Math.min(shortest, root.length);
    longest = Math.max(longest, root.length);
  }

  return {
    route(path) {
      for (
        let end = path.length;
        end >= shortest && end > 0;
        end = path.lastIndexOf("/", end - 1)
      ) {
        if (end > longest) continue;
        const prefix = path.slice(0, end);
        if (known.has(prefix)) return routed(prefix, path);
      }
      return known.has("/") && path.startsWith("/") ? routed("/", path) : undefined;
    },
    nestedRoots(root) {
      const nested: RelPath[] = [];
      for (const other of known) {
        const path = relativeTo(root, other as AbsPath);
        if (path !== undefined && path !== "") nested.push(path);
      }
      return nested.sort(comparePaths);
    },
  };
}

function routed(root: string, path: AbsPath): Routed | undefined {
  const below = relativeTo(root as AbsPath, path);
  return below === undefined ? undefined : { root: root as AbsPath, path: below };
}
