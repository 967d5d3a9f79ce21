import type { RelPath } from "../base/brand.ts";
import { parentPath } from "../base/path.ts";
import type { NameRules } from "./safe-path.ts";

/**
 * For each path that the file system would take for another of them, that other one; for a file
 * also where a directory above another path has its name. Written one after the other, the second
 * would replace the first. What is folded follows Unicode (`ß` is `ss`), which is more than any one
 * system folds: refusing too much loses nothing.
 */
export function refuseCollisions(
  paths: readonly RelPath[],
  rules: NameRules,
): ReadonlyMap<RelPath, RelPath> {
  const collisions = new Map<RelPath, RelPath>();
  if (!rules.foldsCase && !rules.normalizes) return collisions;
  const files = new Map<string, RelPath>();
  const collide = (path: RelPath, other: RelPath) => {
    collisions.set(path, other);
    collisions.set(other, collisions.get(other) ?? path);
  };
  for (const path of paths) {
    const folded = fold(path, rules);
    const other = files.get(folded);
    if (other !== undefined && other !== path) collide(path, other);
    else files.set(folded, path);
  }
  for (const path of paths) {
    for (let above = parentPath(path); above !== ""; above = parentPath(above)) {
      const other = files.get(fold(above, rules));
      if (other !== undefined && other !== above) collide(path, other);
    }
  }
  return collisions;
}

/** Upper case first: it spells out what lower case keeps together, such as `ß` and `ﬁ`. */
function fold(path: string, { foldsCase, normalizes }: NameRules): string {
  const cased = foldsCase ? path.toUpperCase().toLowerCase() : path;
  return normalizes ? cased.normalize("NFC") : cased;
}
