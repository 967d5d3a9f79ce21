import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type AbsPath, systemCode, UnfError } from "@unf/core/base";
import type { Timeline, TimelineReader } from "@unf/core/ports";
import { createFile, moveFile, syncDirectory, syncFile } from "../file/create-file.ts";
import type { MayWrite } from "../file/driver.ts";
import { repairHint, sqliteCode } from "../file/failure.ts";
import type { ProjectIdentity } from "../file/identity.ts";
import { rebuiltPath } from "../file/rebuilt-path.ts";
import { copyForReading } from "../file/rescue-copy.ts";
import { createReader } from "../read/reader.ts";
import { createWriter } from "../write/writer.ts";
import { connectReader, connectWriter } from "./connect.ts";

/**
 * Opens a project's timeline for writing, creating it first when there is none and `create` says
 * what it is about. `mayWrite` is asked before everything that is ever written through it. Throws
 * `not_found`, `newer_store`, `store_damaged`, `no_space`.
 */
export function openTimeline(
  path: AbsPath,
  mayWrite: MayWrite,
  options: { readonly create?: ProjectIdentity } = {},
): Timeline {
  const { create } = options;
  if (create !== undefined && !existsSync(path)) createTimeline(path, mayWrite, create);
  checkPresence(path);
  return createWriter(connectWriter(path, mayWrite));
}

/**
 * Opens a project's timeline for reading, daemon or not, and changes nothing in it. `onCopy`: what
 * is read is a copy, made because the disk is full or read-only; it will not grow. Throws
 * `not_found`, `newer_store`, `store_damaged`.
 */
export function openTimelineReader(
  path: AbsPath,
  { onCopy }: { readonly onCopy?: () => void } = {},
): TimelineReader {
  checkPresence(path);
  try {
    return createReader(connectReader(path));
  } catch (thrown) {
    // SQLite needs to create two small files beside the timeline, which a read-only directory or a
    // full disk forbids. A private copy elsewhere can still be read.
    if (!/^SQLITE_(CANTOPEN|READONLY|IOERR_SHM|FULL)/.test(sqliteCode(thrown) ?? "")) throw thrown;
    using copy = copyForReading(path);
    const reader = createReader(connectReader(copy.path));
    onCopy?.();
    return reader;
  }
}

/**
 * Fills a file beside the place and moves it there complete, so that a timeline that is there and
 * empty was damaged and is never taken for a new one. Finishes a rebuild that was cut off.
 */
function createTimeline(path: AbsPath, mayWrite: MayWrite, create: ProjectIdentity): void {
  if (finishSwap(path, mayWrite)) return;
  const unfinished = `${path}.new`;
  createFile(unfinished, mayWrite);
  connectWriter(unfinished, mayWrite, create)[Symbol.dispose]();
  // It was filled without a flush.
  syncFile(unfinished);
  moveFile(unfinished, path, mayWrite);
  syncDirectory(dirname(path));
}

/**
 * Puts a complete timeline into its place from which the one before was moved away, when a crash came
 * between the two. True when there was something to do.
 */
export function finishSwap(path: AbsPath, mayWrite: MayWrite): boolean {
  if (existsSync(path) || !existsSync(rebuiltPath(path))) return false;
  moveFile(rebuiltPath(path), path, mayWrite);
  syncDirectory(dirname(path));
  return true;
}

/** Throws `not_found`, or `store_damaged` for what is there and is no file that can be read. */
export function checkPresence(path: AbsPath): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new UnfError("not_found", `there is no timeline at ${path}`);
  if (!stat.isFile()) throw damaged(path, "is not a file");
  try {
    accessSync(path, constants.R_OK);
  } catch (thrown) {
    throw damaged(path, `cannot be read (${systemCode(thrown)})`);
  }
}

function damaged(path: AbsPath, how: string): UnfError {
  return new UnfError("store_damaged", `the timeline ${path} ${how}`, { hint: repairHint });
}
