import { lstatSync, statSync } from "node:fs";
import { parentPath, type RelPath, systemCode } from "@unf/core/base";
import { nativePath } from "./base/native-path.ts";
import { changeLinkOwner } from "./base/writes.ts";

/** Gives an entry that root has made the owner of its directory; true when that is another. */
export function adopt(path: string): boolean {
  if (process.geteuid?.() !== 0) return false;
  const native = nativePath(path);
  // Followed, because a place of a tree is a link of the system.
  const { uid, gid } = statSync(nativePath(parentPath(path as RelPath) || "/"));
  const own = lstatSync(native);
  if (own.uid === uid && own.gid === gid) return false;
  try {
    changeLinkOwner(native, uid, gid);
  } catch (thrown) {
    // Disks that know no owners, or let even root give nothing away.
    if (["EPERM", "EINVAL", "ENOTSUP"].includes(systemCode(thrown) ?? "")) return false;
    throw thrown;
  }
  return true;
}
