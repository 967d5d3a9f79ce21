import { encodePath, systemCode } from "@unf/core/base";
import { findLibc } from "./base/libc.ts";
import { nativePath } from "./base/native-path.ts";
import { isAbsent } from "./base/remove-entry.ts";
import { systemError } from "./base/system-error.ts";
import { makeLink, moveEntry, moveWith, unlinkEntry } from "./base/writes.ts";
import { statEntry } from "./entry-stat.ts";

const noReplace = 1;
const swap = 2;

/** Codes with which a kernel or a file system says that it does not know the flags of a rename. */
const unknownFlag = ["ENOSYS", "EINVAL", "ENOTSUP", "EOPNOTSUPP"];

/** Swaps two entries in one step; false where that cannot be. */
export function exchange(a: string, b: string): boolean {
  return renameFlagged(a, b, swap);
}

/** Renames to where nothing is, in one step where the system can; EEXIST where something is. */
export function moveNew(from: string, to: string): void {
  if (renameFlagged(from, to, noReplace)) return;
  if (moveByLink(from, to)) return;
  // Neither: somebody may still be faster than the rename.
  if (statEntry(to) !== undefined) throw systemError("EEXIST", to);
  moveEntry(nativePath(from), nativePath(to));
}

/**
 * The call itself is the check whether the file system knows the flag: it fails at once and has done
 * nothing, so that there is nothing to remember of each.
 */
function renameFlagged(from: string, to: string, flag: number): boolean {
  const libc = findLibc();
  if (libc === undefined) return false;
  try {
    moveWith(from, to, (a, b) => libc.renameWith(encodePath(a), encodePath(b), flag));
    return true;
  } catch (thrown) {
    if (unknownFlag.includes(systemCode(thrown) ?? "")) return false;
    throw thrown;
  }
}

/** A second name is never given to what has one there. False where entries have but one name. */
function moveByLink(from: string, to: string): boolean {
  if (process.platform !== "linux" && statEntry(from)?.kind === "link") return false;
  try {
    makeLink(nativePath(from), nativePath(to));
  } catch (thrown) {
    if (systemCode(thrown) === "EEXIST" || isAbsent(thrown)) throw thrown;
    return false;
  }
  unlinkEntry(nativePath(from));
  return true;
}
