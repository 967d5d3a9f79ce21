import { type BigIntStats, lstatSync, statSync } from "node:fs";
import { type AbsPath, joinPath, type RelPath } from "@unf/core/base";
import type { Tree } from "@unf/core/ports";
import { nativePath } from "../base/native-path.ts";
import { isAbsent } from "../base/remove-entry.ts";
import { systemError } from "../base/system-error.ts";
import { treeNames } from "./tree-names.ts";

const bigint = { bigint: true } as const;

/**
 * A tree where a directory has no name but its path (macOS, Windows, no `/proc`): best effort. Every
 * directory on the way is looked at before the work and after it. What was replaced before is not
 * entered; what is replaced in the middle of the work may be followed, and ends in ESTALE.
 */
export function openCheckedTree(root: AbsPath): Tree {
  const top = statSync(nativePath(root), bigint);
  if (!top.isDirectory()) throw systemError("ENOTDIR", root);
  const identify = (names: readonly string[]): string | undefined => {
    const there = readIdentities(root, names);
    return there?.[0] === identityOf(top) ? there.join(" ") : undefined;
  };
  return {
    within: (directory, work) => {
      const names = treeNames(directory);
      const before = names && identify(names);
      if (names === undefined || before === undefined) return undefined;
      const result = work(joinPath(root, directory));
      if (identify(names) !== before) throw systemError("ESTALE", `replaced: ${directory}`);
      return result;
    },
    [Symbol.dispose]: () => {},
  };
}

/** Of the root and each directory below it; `undefined` when one is not there or is no directory. */
function readIdentities(root: AbsPath, names: readonly string[]): string[] | undefined {
  try {
    const found = [statSync(nativePath(root), bigint)];
    for (let depth = 1; depth <= names.length; depth += 1) {
      const path = joinPath(root, names.slice(0, depth).join("/") as RelPath);
      found.push(lstatSync(nativePath(path), bigint));
    }
    return found.every((stats) => stats.isDirectory()) ? found.map(identityOf) : undefined;
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined;
    throw thrown;
  }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
