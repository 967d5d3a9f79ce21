import type { RelPath } from "../base/brand.ts";
import { baseName, parentPath } from "../base/path.ts";
import { type IgnoreRule, parseIgnoreLine } from "./patterns/ignore-rule.ts";
import { PatternSet } from "./patterns/pattern-set.ts";
import { RecentMap } from "./recent-map.ts";

/** Directories whose answer is kept: paths are asked about in some order. */
const directoriesRemembered = 1000;

/**
 * Tells whether patterns in the syntax of ignore files name a file, or a directory above it. `?`
 * stands for a UTF-16 unit, not for a byte as in an ignore file.
 */
export function treeRules(
  patterns: readonly string[],
  options: { readonly ignoreCase: boolean },
): (path: RelPath) => boolean {
  const rules = patterns.map((pattern) => parseIgnoreLine(pattern, 0));
  const set = new PatternSet(
    rules.filter((rule): rule is IgnoreRule => rule !== undefined),
    options,
  );
  const known = new RecentMap<{ readonly named: boolean }>(directoriesRemembered);
  let last = { path: "" as RelPath, named: false };
  const isNamed = (path: RelPath, directory: boolean): boolean => {
    const cut = path.lastIndexOf("/");
    if (cut > 0) {
      if (cut !== last.path.length || !path.startsWith(last.path)) {
        const parent = parentPath(path);
        last = { path: parent, named: isNamedDirectory(parent) };
      }
      if (last.named) return true;
    }
    return set.last(baseName(path), path, directory)?.negative === false;
  };
  const isNamedDirectory = (path: RelPath): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before.named;
    const named = isNamed(path, true);
    known.set(path, { named });
    return named;
  };
  return (path) => isNamed(path, false);
}
