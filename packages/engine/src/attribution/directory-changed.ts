import { type AbsPath, joinPath, parentPath, type RelPath, systemCode } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";

interface Place {
  readonly root: AbsPath;
  readonly fs: Pick<FileSystem, "lstat">;
}

/**
 * When the nearest directory above a path that is still there was changed: a tree that went with the
 * file left its mark above. `null` when that is not known. Unit: ms since 1970, with fractions.
 */
export function directoryChanged({ root, fs }: Place, path: RelPath): number | null {
  try {
    for (let at = parentPath(path); ; at = parentPath(at)) {
      const stat = fs.lstat(joinPath(root, at));
      if (stat !== undefined) return toMs(stat.ctimeNs);
      if (at === "") return null;
    }
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return null;
  }
}

export function toMs(ns: bigint): number {
  return Number(ns) / 1e6;
}
