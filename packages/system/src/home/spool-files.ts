import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, encodeUtf8, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { lostSpoolDirectory, spoolDirectory } from "@unf/core/home";
import { isAbsent, removeEntry } from "../disk/base/remove-entry.ts";
import { appendTo, moveEntry, newDirectory } from "../disk/base/writes.ts";
import { writeNew } from "../disk/write-new.ts";
import { makePrivateDirectory } from "./private-directory.ts";

// Files of one event each, whose names in order are the order of the events: docs/format/hooks.md.

const { filesMax, bytesMax, fileBytesMax } = limits.spool;

const shape = /^\d{14}-\d{6}-\d+$/;

/** Grows with every event that could not be kept, by one byte each. */
const droppedName = "dropped";

let count = 0;

/** A name for an event of this process, after all names of before. `at` is not below 0. */
export function nameSpooled(at: WallMs): string {
  count += 1;
  return `${padded(at, 14)}-${padded(count, 6)}-${process.pid}`;
}

/**
 * Keeps an event until a daemon takes it. Not flushed: a power cut may take it. `dropped`: there are
 * too many already; that is counted. The home must exist.
 */
export function writeSpooled(home: AbsPath, name: string, text: string): "spooled" | "dropped" {
  const directory = spoolDirectory(home);
  makePrivateDirectory(directory);
  const bytes = encodeUtf8(text);
  if (!hasRoom(directory, bytes.length)) {
    appendTo(join(directory, droppedName), "+");
    return "dropped";
  }
  const temporary = join(directory, `.${name}.tmp`);
  writeNew(temporary, bytes, { mode: 0o600, sync: false });
  moveEntry(temporary, join(directory, name));
  return "spooled";
}

/** The names of the events that are kept, in order. */
export function listSpool(home: AbsPath): readonly string[] {
  return listNames(spoolDirectory(home)).filter((name) => shape.test(name));
}

/** The text of an event; `undefined` when what has this name cannot be one. */
export function readSpooled(home: AbsPath, name: string): string | undefined {
  const path = join(spoolDirectory(home), name);
  const stats = lstatSync(path);
  return stats.isFile() && stats.size <= fileBytesMax ? readFileSync(path, "utf8") : undefined;
}

export function removeSpooled(home: AbsPath, name: string): void {
  removeEntry(join(spoolDirectory(home), name));
}

/** Moves what is no event to where nobody reads it again, and returns that place. */
export function setSpooledAside(home: AbsPath, name: string): string {
  const directory = lostSpoolDirectory(home);
  newDirectory(directory, { recursive: true, mode: 0o700 });
  const kept = join(directory, name);
  moveEntry(join(spoolDirectory(home), name), kept);
  return kept;
}

/** How many events were dropped since the last call; 0 when none was. */
export function takeDropped(home: AbsPath): number {
  const path = join(spoolDirectory(home), droppedName);
  const dropped = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (dropped > 0) removeEntry(path);
  return dropped;
}

function hasRoom(directory: string, bytes: number): boolean {
  const names = listNames(directory);
  if (names.length >= filesMax) return false;
  const held = names.reduce((sum, name) => sum + sizeOf(join(directory, name)), 0);
  return held + bytes <= bytesMax;
}

/** 0 when it was taken meanwhile. */
function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (thrown) {
    if (isAbsent(thrown)) return [];
    throw thrown;
  }
}

function padded(value: number, digits: number): string {
  return String(Math.trunc(value)).padStart(digits, "0");
}
