import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import process from "node:process";
import { systemCode, UnfError } from "@unf/core/base";
import type { MayWrite } from "./driver.ts";

// Everything that is done to files beside SQLite, asking before it is done.

/** SQLite gives its side files the mode of the main one, so this makes all of them private. */
export function createFile(path: string, mayWrite: MayWrite): void {
  mayWrite();
  try {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
    closeSync(openSync(path, "wx", 0o600));
  } catch (thrown) {
    const code = systemCode(thrown);
    const reason = code === "ENOSPC" || code === "EDQUOT" ? "no_space" : "failed";
    throw new UnfError(reason, `cannot create the timeline ${path} (${code})`, { cause: thrown });
  }
}

export function moveFile(from: string, to: string, mayWrite: MayWrite): void {
  mayWrite();
  renameSync(from, to);
}

/** Nothing there is no error. */
export function removeFile(path: string, mayWrite: MayWrite): void {
  mayWrite();
  rmSync(path, { force: true });
}

export function makeDirectory(path: string, mayWrite: MayWrite): void {
  mayWrite();
  mkdirSync(path, { mode: 0o700 });
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
