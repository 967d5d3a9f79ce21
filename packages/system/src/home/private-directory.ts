import { lstatSync, type Stats } from "node:fs";
import { systemCode, UnfError } from "@unf/core/base";
import { isAbsent } from "../disk/base/remove-entry.ts";
import { changeMode, newDirectory } from "../disk/base/writes.ts";

/** Creates a directory that only this user can enter, or checks that it is one. Parents must exist. */
export function makePrivateDirectory(path: string): void {
  try {
    newDirectory(path, 0o700);
    // A umask may have taken even the owner's bits away.
    changeMode(path, 0o700);
  } catch (thrown) {
    if (systemCode(thrown) !== "EEXIST") throw thrown;
  }
  checkPrivateDirectory(path);
}

/**
 * Throws `refused` unless `path` is a directory, not a link to one, of this user, that nobody else
 * can enter. What lies in it then needs no protection of its own.
 */
export function checkPrivateDirectory(path: string): void {
  checkPrivateStats(path, lstatSync(path));
}

/** The same of what a stat saw. */
export function checkPrivateStats(path: string, stats: Stats): void {
  checkOwnDirectory(path, stats);
  const bits = stats.mode & 0o777;
  // Windows reports bits that mean nothing; there the profile's own access list protects.
  if (process.getuid === undefined || (bits & 0o077) === 0) return;
  const shown = bits.toString(8).padStart(4, "0");
  throw new UnfError("refused", `${path} is accessible to others (mode ${shown})`, {
    hint: `chmod 700 ${path}`,
  });
}

/**
 * Throws `refused` when what stands in a directory may be somebody else's word, because it is another
 * user's or others may write into it. One that is not there is no error. For who only reads a home, and
 * for places in it that are made when they are needed.
 */
export function requireOwn(directory: string): void {
  const found = lookAt(directory);
  if (found === undefined) return;
  checkOwnDirectory(directory, found);
  if (process.getuid !== undefined && (found.mode & 0o022) !== 0) checkPrivateDirectory(directory);
}

/** Throws `refused` unless what `lstat` saw is a directory of this user, not a link to one. */
export function checkOwnDirectory(
  path: string,
  stats: Pick<Stats, "uid" | "isDirectory" | "isSymbolicLink">,
): void {
  const hint = "set UNF_HOME to a directory of your own";
  if (stats.isSymbolicLink()) {
    throw new UnfError("refused", `${path} is a symbolic link`, { hint });
  }
  if (!stats.isDirectory()) throw new UnfError("refused", `${path} is not a directory`, { hint });
  const uid = process.getuid?.();
  if (uid === undefined || stats.uid === uid) return;
  throw new UnfError("refused", `${path} belongs to another user (uid ${stats.uid})`, { hint });
}

/** Like `lstat`; `undefined` when nothing is there. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined;
    throw thrown;
  }
}
