import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  statfsSync,
  symlinkSync,
} from "node:fs";
import { type FileSystem, parentPath, type RelPath, systemCode } from "@unf/core";
import { statEntry } from "./entry-stat.ts";
import { listEntries } from "./list-entries.ts";
import { nativePath } from "./native-path.ts";
import { readEntry } from "./read-entry.ts";
import { isAbsent, removeEntry } from "./remove-entry.ts";
import { syncAll, syncDirectory, syncFile } from "./sync.ts";
import { copyNew, writeNew } from "./write-new.ts";

/** The machine's disk. */
export function openFileSystem(): FileSystem {
  return {
    lstat: statEntry,
    list: listEntries,
    read: readEntry,
    writeNew,
    copyNew,
    symlink: (path, target) => symlinkSync(Buffer.from(target), nativePath(path)),
    rename: (from, to) => renameSync(nativePath(from), nativePath(to)),
    remove: removeEntry,
    makeDirectory,
    removeDirectory,
    syncFile,
    syncDirectory,
    syncAll,
    freeBytes,
  };
}

/** Creates a directory and its parents with exactly this mode. A link in its place is an error. */
function makeDirectory(path: string, mode: number): void {
  const native = nativePath(path);
  try {
    mkdirSync(native, mode);
    // The umask has taken bits away.
    chmodSync(native, mode);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "ENOENT") {
      const parent = parentPath(path as RelPath);
      if (parent === "") throw thrown;
      makeDirectory(parent, mode);
      makeDirectory(path, mode);
    } else if (code !== "EEXIST" || !lstatSync(native).isDirectory()) {
      throw thrown;
    }
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
