import { readdirSync, readlinkSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import process from "node:process";
import type { AbsPath } from "@unf/core/base";
import { readProc } from "../process/process-facts.ts";
import { readCommand } from "../process/processes-above.ts";
import { tryRead } from "../process/try-read.ts";

/** A directory, by the names and numbers under which a process may know it. */
export interface Place {
  readonly root: AbsPath;
  readonly inode: bigint;
}

/**
 * True where something shows that a process has to do with the project: a word of its command line
 * names something in it, it holds a file of it open, or it watches it for changes, as editors with a
 * window do.
 */
export function isConcernedWith(pid: number, { root, inode }: Place): boolean {
  const directory = readDirectory(pid);
  const isNamed = (word: string): boolean =>
    directory !== undefined && word !== "" && isIn(resolve(directory, word), root);
  if (readCommand(pid).slice(1).some(isNamed)) return true;
  for (const fd of tryRead(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
    const open = tryRead(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? "";
    if (isIn(open, root)) return true;
    if (open === "anon_inode:inotify" && isWatched(pid, fd, inode)) return true;
  }
  return false;
}

/** True where one who works at a terminal there is likely to name files in `root`: in it, or above it. */
export function standsNear(pid: number, root: AbsPath): boolean {
  return standsIn(pid, root) || isIn(root, readDirectory(pid) ?? "");
}

export function standsIn(pid: number, root: AbsPath): boolean {
  return isIn(readDirectory(pid) ?? "", root);
}

/** True where a desktop starts its programs: above the project, or at home. */
export function standsAbove(pid: number, root: AbsPath): boolean {
  const directory = readDirectory(pid);
  return directory !== undefined && (directory === homedir() || isIn(root, directory));
}

/** True for what unf itself runs: it writes nothing into a project that it does not say. */
export function isOwnProgram(pid: number): boolean {
  const [program = "", script = ""] = readCommand(pid);
  if (own.test(basename(program)) || own.test(basename(script))) return true;
  return dirname(script) !== "." && dirname(script) === dirname(process.argv[1] ?? "");
}

const own = /^unf(\.js|\.cjs)?$/;

function isWatched(pid: number, fd: string, inode: bigint): boolean {
  const info = readProc(`/proc/${pid}/fdinfo/${fd}`) ?? "";
  return info.includes(`ino:${inode.toString(16)} `);
}

function readDirectory(pid: number): string | undefined {
  return tryRead(() => readlinkSync(`/proc/${pid}/cwd`));
}

function isIn(path: string, directory: string): boolean {
  if (path === "" || directory === "") return false;
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}
