import {
  type AbsPath,
  joinPath,
  type ProjectId,
  parentPath,
  type RelPath,
  systemCode,
  type WallMs,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { EntryStat } from "@unf/core/ports";
import { type Head, sameStat } from "@unf/core/timeline";
import type { HomePorts } from "../home/home.ts";

/**
 * Compares recorded files with the disk: one that has differed for longer than any burst lasts was
 * missed without anybody noticing. Looks at a bounded number, in order of path.
 */
export function lookForLoss(
  { fs, timelines }: Pick<HomePorts, "fs" | "timelines">,
  { id, root }: { readonly id: ProjectId; readonly root: AbsPath },
  now: WallMs,
): { readonly looked: number; readonly unrecorded: number; readonly newest: WallMs | null } {
  using timeline = timelines.read(id);
  const before = BigInt(now - limits.doctor.unrecordedMs) * 1_000_000n;
  const isOld = (stat: EntryStat | undefined) =>
    stat !== undefined && stat.mtimeNs < before && stat.ctimeNs < before;
  const look = (path: RelPath): EntryStat | undefined => {
    try {
      return fs.lstat(joinPath(root, path));
    } catch (thrown) {
      // A path that may not be looked at was not missed.
      if (systemCode(thrown) === undefined) throw thrown;
      return undefined;
    }
  };
  const isMissed = (head: Head): boolean => {
    if (head.racy) return false;
    const stat = look(head.path);
    // When a file was removed only the directory knows.
    if (stat === undefined) return isOld(look(parentPath(head.path)));
    return !sameStat(head.stat, stat) && isOld(stat);
  };
  const heads = timeline.heads("" as RelPath, undefined, limits.doctor.headsMax);
  const unrecorded = heads.filter(isMissed).length;
  return { looked: heads.length, unrecorded, newest: timeline.facts().lastAt };
}
