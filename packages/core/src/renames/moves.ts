import type { RelPath } from "../base/brand.ts";
import { baseName, childPath, parentPath } from "../base/path.ts";

/** Where directories went, as the files that are known to have been renamed show. */
export interface Moves {
  /** Where a file at `path` would be now; `undefined` when no directory above it moved. */
  follow(path: RelPath): RelPath | undefined;
}

/** Learns from pairs of paths. A directory whose files went to several places went nowhere. */
export function readMoves(
  pairs: Iterable<{ readonly from: RelPath; readonly to: RelPath }>,
): Moves {
  const targets = new Map<RelPath, RelPath | undefined>();
  for (const { from, to } of pairs) {
    const [top, target] = stripCommonEnd(from, to);
    if (top === from) continue;
    const isNew = !targets.has(top) || targets.get(top) === target;
    targets.set(top, isNew ? target : undefined);
  }
  return { follow: (path) => follow(targets, path) };
}

function follow(
  targets: ReadonlyMap<RelPath, RelPath | undefined>,
  path: RelPath,
): RelPath | undefined {
  const names: string[] = [];
  for (let at = path; at !== ""; at = parentPath(at)) {
    const target = targets.get(at);
    if (target !== undefined) return names.reduce(childPath, target);
    names.unshift(baseName(at));
  }
  const target = targets.get("" as RelPath);
  return target === undefined ? undefined : names.reduce(childPath, target);
}

/** `a/x/f` and `b/x/f` give `a` and `b`; paths that end differently stay as they are. */
function stripCommonEnd(from: RelPath, to: RelPath): readonly [RelPath, RelPath] {
  let [a, b] = [from, to];
  while (a !== "" && b !== "" && a !== b && baseName(a) === baseName(b)) {
    a = parentPath(a);
    b = parentPath(b);
  }
  return [a, b];
}
