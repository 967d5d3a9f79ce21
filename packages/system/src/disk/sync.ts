import { closeSync, constants, existsSync, fsync, fsyncSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { childPath, type RelPath, systemCode } from "@unf/core/base";
import { nativePath } from "./base/native-path.ts";
import { openToRead } from "./base/open-to-read.ts";
import { listEntries } from "./list-entries.ts";

const noFollow = constants.O_NOFOLLOW ?? 0;

/** Makes a file's content durable. */
export function syncFile(path: string): void {
  const fd = openToRead(nativePath(path), constants.O_RDONLY | noFollow);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** As `syncFile`, while this process goes on with other things. */
export async function flushFile(path: string): Promise<void> {
  const fd = openToRead(nativePath(path), constants.O_RDONLY | noFollow);
  try {
    await new Promise<void>((resolve, reject) => {
      fsync(fd, (failure) => (failure === null ? resolve() : reject(failure)));
    });
  } finally {
    closeSync(fd);
  }
}

/** Codes with which a platform says that it cannot flush a directory, and need not. */
const cannot = process.platform === "win32" ? ["EPERM", "EISDIR", "EACCES"] : ["EINVAL", "ENOTSUP"];

/** Makes a directory's entries durable. */
export function syncDirectory(path: string): void {
  try {
    syncFile(path);
  } catch (thrown) {
    if (!cannot.includes(systemCode(thrown) ?? "")) throw thrown;
  }
}

/**
 * Makes everything written so far to the file system of `path` durable: one `syncfs`, by the
 * program `sync -f` of GNU coreutils, since Node has no such call. Where that program is missing or
 * fails (macOS, Windows), every file below `path` is flushed one by one: slower, complete for what
 * lies below `path`, and a file the disk did not take fails with the system's own code.
 */
export function syncAll(path: string): void {
  if (!syncFileSystem(path)) syncTree(path);
}

/** As `syncAll`, while this process goes on with other things, however slow the disk is. */
export async function flushAll(path: string): Promise<void> {
  if (!(await flushFileSystem(path))) await flushTree(path);
}

/** False when the machine cannot do it, or the disk did not take everything. */
function syncFileSystem(path: string): boolean {
  const program = findSync(path);
  if (program === undefined) return false;
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status } = spawnSync(program, ["-f", path], options);
  return status === 0;
}

/** As `syncFileSystem`. */
function flushFileSystem(path: string): Promise<boolean> {
  const program = findSync(path);
  if (program === undefined) return Promise.resolve(false);
  const { spawn } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve) => {
    const child = spawn(program, ["-f", path], options);
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

const options = { cwd: "/", env: {}, stdio: "ignore" } as const;

/** `null`: looked for and not there. */
let found: string | null | undefined;

/** The program that can flush the file system of `path`, where there is one. */
function findSync(path: string): string | undefined {
  // Only Linux's `sync` waits for the disk and has `-f`. An argument is text, so bytes cannot be given.
  if (process.platform !== "linux" || !path.isWellFormed()) return undefined;
  if (found === undefined) {
    const directories = ["/usr/bin", "/bin", ...(process.env.PATH ?? "").split(":")];
    const programs = directories.filter(isAbsolute).map((directory) => join(directory, "sync"));
    found = programs.find((program) => existsSync(program)) ?? null;
  }
  return found ?? undefined;
}

/** As `syncTree`, with a turn for everything else after each file. */
async function flushTree(directory: string): Promise<void> {
  for (const { name, kind } of listEntries(directory) ?? []) {
    const path = childPath(directory as RelPath, name);
    if (kind === "directory") await flushTree(path);
    else if (kind === "file") syncFile(path);
    await new Promise((resolve) => setImmediate(resolve));
  }
  syncDirectory(directory);
}

/** Flushes every file below the directory, and every directory after what it holds. */
function syncTree(directory: string): void {
  for (const { name, kind } of listEntries(directory) ?? []) {
    const path = childPath(directory as RelPath, name);
    if (kind === "directory") syncTree(path);
    else if (kind === "file") syncFile(path);
  }
  syncDirectory(directory);
}
