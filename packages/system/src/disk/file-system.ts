import {
  closeSync,
  constants,
  fchmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  statfsSync,
  symlinkSync,
} from "node:fs";
import { type FileSystem, parentPath, type RelPath, systemCode } from "@unf/core";
import { adopt } from "./adopt.ts";
import { statEntry } from "./entry-stat.ts";
import { listEntries } from "./list-entries.ts";
import { nativePath } from "./native-path.ts";
import { openTree } from "./open-tree.ts";
import { readEntry } from "./read-entry.ts";
import { readRange } from "./read-range.ts";
import { isAbsent, removeEntry } from "./remove-entry.ts";
import { syncAll, syncDirectory, syncFile } from "./sync.ts";
import { systemError } from "./system-error.ts";
import { append, copyNew, writeNew } from "./write-new.ts";

const directoryFlags =
  constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The machine's disk. */
export function openFileSystem(): FileSystem {
  return {
    lstat: statEntry,
    list: listEntries,
    read: readEntry,
    readRange,
    writeNew,
    append,
    copyNew,
    symlink: (path, target) => symlinkSync(Buffer.from(target), nativePath(path)),
    link,
    rename: (from, to) => renameSync(nativePath(from), nativePath(to)),
    adopt,
    remove: removeEntry,
    makeDirectory,
    removeDirectory,
    openTree,
    syncFile,
    syncDirectory,
    syncAll,
    freeBytes,
  };
}

function link(from: string, to: string): void {
  // Linux gives the link itself one name more; others give it to what the link leads to.
  if (process.platform !== "linux" && statEntry(from)?.kind === "link") {
    throw systemError("EPERM", `a link: ${from}`);
  }
  linkSync(nativePath(from), nativePath(to));
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
    mkdirSync(native, 0o700);
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
  const fd = openSync(native, directoryFlags);
  try {
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}

function removeDirectory(path: string): boolean {
  try {
    rmdirSync(nativePath(path));
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
