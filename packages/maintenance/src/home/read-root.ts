import { type AbsPath, systemCode } from "@unf/core/base";
import type { EntryStat, FileSystem, ProjectIdentity } from "@unf/core/ports";

/** The directory at `root`; `undefined` when none is there or the system refuses to say. */
export function readRoot(fs: FileSystem, root: AbsPath): EntryStat | undefined {
  try {
    const stat = fs.lstat(root);
    return stat?.kind === "directory" ? stat : undefined;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

/**
 * True when the timeline with this identity was recorded in this directory. An inode number is given
 * out again; a time of birth that was once believed holds for the whole file system.
 */
export function isRecordedIn(
  { dev, ino, birthNs }: ProjectIdentity,
  directory: Pick<EntryStat, "dev" | "ino" | "birthNs">,
): boolean {
  const isBornThen = birthNs === undefined || birthNs === directory.birthNs;
  return dev === directory.dev && ino === directory.ino && isBornThen;
}
