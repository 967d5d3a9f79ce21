import { closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import process from "node:process";
import { systemCode, UnfError } from "@unf/core";

/** SQLite gives its side files the mode of the main one, so this makes all of them private. */
export function createFile(path: string): void {
  try {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
    closeSync(openSync(path, "wx", 0o600));
  } catch (thrown) {
    const code = systemCode(thrown);
    const reason = code === "ENOSPC" || code === "EDQUOT" ? "no_space" : "failed";
    throw new UnfError(reason, `cannot create the timeline ${path} (${code})`, { cause: thrown });
  }
}

/** Makes a renamed file's new name durable. */
export function syncDirectory(path: string): void {
  // Windows cannot open a directory, and need not.
  if (process.platform === "win32") return;
  syncFile(path);
}

/** Makes what was written to a file durable. */
export function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
