import { type AbsPath, joinPath, type RelPath, systemCode } from "@unf/core/base";
import type { EntryStat, FileSystem } from "@unf/core/ports";

/** `lstat`, for which a directory that may be listed but not entered is no failure. */
export function lookAt(
  { fs, root }: { readonly fs: FileSystem; readonly root: AbsPath },
  path: RelPath,
): EntryStat | "unreadable" | undefined {
  try {
    return fs.lstat(joinPath(root, path));
  } catch (thrown) {
    const code = systemCode(thrown);
    // Links that lead in a circle where a parent directory was: nothing is there any more.
    if (code === "ELOOP") return undefined;
    if (!isRefusal(code)) throw thrown;
    return "unreadable";
  }
}

/** True for codes with which a system says that it does not let this entry be looked at. */
export function isRefusal(code: string | undefined): boolean {
  return code === "EACCES" || code === "EPERM" || code === "ENAMETOOLONG" || code === "EIO";
}
