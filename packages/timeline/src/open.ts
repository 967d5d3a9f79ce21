import { closeSync, existsSync, openSync } from "node:fs";
import { type AbsPath, systemCode, type Timeline, type TimelineReader, UnfError } from "@unf/core";
import { connectReader, connectWriter } from "./connect.ts";
import { sqliteCode } from "./failure.ts";
import type { ProjectIdentity } from "./identity.ts";
import { createReader } from "./reader.ts";
import { copyForReading } from "./rescue-copy.ts";
import { createWriter } from "./writer.ts";

/**
 * Opens a project's timeline for writing, creating it first when there is none and `create` says
 * what it is about. Throws `not_found`, `foreign_store`, `newer_store`, `store_damaged`, `no_space`.
 */
export function openTimeline(
  path: AbsPath,
  options: { readonly create?: ProjectIdentity } = {},
): Timeline {
  const { create } = options;
  if (create !== undefined) createFile(path);
  checkPresence(path);
  return createWriter(connectWriter(path, create));
}

/**
 * Opens a project's timeline for reading, daemon or not, and changes nothing in it. `onCopy`: what
 * is read is a copy, made because the disk is full or read-only; it will not grow. Throws
 * `not_found`, `foreign_store`, `newer_store`, `store_damaged`.
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

/** SQLite gives its side files the mode of the main one, so this makes all of them private. */
function createFile(path: AbsPath): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "EEXIST") return;
    const reason = code === "ENOSPC" || code === "EDQUOT" ? "no_space" : "failed";
    throw new UnfError(reason, `cannot create the timeline ${path} (${code})`, { cause: thrown });
  }
}

function checkPresence(path: AbsPath): void {
  if (!existsSync(path)) throw new UnfError("not_found", `there is no timeline at ${path}`);
}
