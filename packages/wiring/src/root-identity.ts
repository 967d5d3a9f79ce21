import { type AbsPath, type FileSystem, systemCode } from "@unf/core";
import type { ProjectIdentity } from "@unf/timeline";

/** What tells one directory from every other one. */
export type RootIdentity = Pick<ProjectIdentity, "dev" | "ino" | "birthNs">;

/** The directory at `root`; `undefined` when none is there or the system refuses to say. */
export function readRootIdentity(fs: FileSystem, root: AbsPath): RootIdentity | undefined {
  try {
    const stat = fs.lstat(root);
    if (stat?.kind !== "directory") return undefined;
    const { dev, ino, birthNs } = stat;
    return { dev, ino, ...(birthNs === undefined ? {} : { birthNs }) };
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

/** True when both are one directory. Inode numbers are given out again, times of birth are not. */
export function isSameDirectory(a: RootIdentity, b: RootIdentity): boolean {
  const isBornAlike = a.birthNs === undefined || b.birthNs === undefined || a.birthNs === b.birthNs;
  return a.dev === b.dev && a.ino === b.ino && isBornAlike;
}
