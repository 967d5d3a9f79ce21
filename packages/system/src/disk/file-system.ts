import { closeSync, constants, fchmodSync, lstatSync, statfsSync, statSync } from "node:fs";
import { parentPath, type RelPath, systemCode } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { keepAttributes } from "./attributes.ts";
import { nativePath } from "./base/native-path.ts";
import { openToRead } from "./base/open-to-read.ts";
import { isAbsent, removeEntry } from "./base/remove-entry.ts";
import { systemError } from "./base/system-error.ts";
import {
  changeLinkOwner,
  makeLink,
  makeSymlink,
  moveEntry,
  newDirectory,
  removeEmptyDirectory,
} from "./base/writes.ts";
import { statEntry } from "./entry-stat.ts";
import { exchange, moveNew } from "./exchange.ts";
import { listEntries } from "./list-entries.ts";
import { readEntry } from "./read-entry.ts";
import { readRange } from "./read-range.ts";
import { stampEntries } from "./stamp-entries.ts";
import { flushAll, flushFile, syncAll, syncDirectory, syncFile } from "./sync.ts";
import { openTree } from "./tree/open-tree.ts";
import { append, copyNew, writeNew } from "./write-new.ts";

const directoryFlags =
  constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The machine's disk. */
export function openFileSystem(): FileSystem {
  return {
    lstat: statEntry,
    list: listEntries,
    stamp: stampEntries,
    read: readEntry,
    readRange,
    writeNew,
    append,
    copyNew,
    symlink: (path, target) => makeSymlink(nativePath(path), Buffer.from(target)),
    link,
    rename: (from, to) => moveEntry(nativePath(from), nativePath(to)),
    exchange,
    moveNew,
    adopt,
    keepAttributes,
    remove: removeEntry,
    makeDirectory,
    removeDirectory,
    openTree,
    syncFile,
    flushFile,
    syncDirectory,
    syncAll,
    flushAll,
    freeBytes,
  };
}

function link(from: string, to: string): void {
  // Linux gives the link itself one name more; others give it to what the link leads to.
  if (process.platform !== "linux" && statEntry(from)?.kind === "link") {
    throw systemError("EPERM", `a link: ${from}`);
  }
  makeLink(nativePath(from), nativePath(to));
}

/** Creates a directory and its parents with exactly this mode. A link in its place is an error. */
function makeDirectory(path: string, mode: number): void {
  try {
    makeOneDirectory(path, mode);
  } catch (thrown) {
    const parent = parentPath(path as RelPath);
    if (systemCode(thrown) !== "ENOENT" || parent === "") throw thrown;
    makeDirectory(parent, mode);
    makeOneDirectory(path, mode);
  }
}

function makeOneDirectory(path: string, mode: number): void {
  const native = nativePath(path);
  try {
    newDirectory(native, 0o700);
  } catch (thrown) {
    if (systemCode(thrown) === "EEXIST" && lstatSync(native).isDirectory()) return;
    throw thrown;
  }
  // Windows has no modes.
  if (process.platform === "win32") return;
  try {
    setMode(native, mode);
  } catch (thrown) {
    removeDirectory(path);
    throw thrown;
  }
}

/** By descriptor: no umask changes it, and somebody may have put a link in its place by now. */
function setMode(native: string | Buffer, mode: number): void {
  const fd = openToRead(native, directoryFlags);
  try {
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}

function removeDirectory(path: string): boolean {
  try {
    removeEmptyDirectory(nativePath(path));
    return true;
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "ENOTEMPTY" || code === "EEXIST" || isAbsent(thrown)) return false;
    throw thrown;
  }
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(nativePath(path));
  return bavail * bsize;
}

/** Gives an entry that root has made the owner of its directory; true when that is another. */
function adopt(path: string): boolean {
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
