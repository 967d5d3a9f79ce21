import { closeSync, constants, readlinkSync, readSync } from "node:fs";
import { invariant, systemCode } from "@unf/core/base";
import type { EntryStat, ReadOutcome } from "@unf/core/ports";
import { sameStat } from "@unf/core/timeline";
import { nativePath } from "./base/native-path.ts";
import { openToRead } from "./base/open-to-read.ts";
import { isAbsent } from "./base/remove-entry.ts";
import { statEntry, statOpen } from "./entry-stat.ts";
import { type ReadAt, readBelow } from "./tree/read-below.ts";

/** How often a file is read again at once because it changed meanwhile. */
const retries = 3;
/** A buffer up to this size is kept for the next file. Unit: bytes. */
const keptBytes = 4 * 2 ** 20;

/** Not on Windows, where nothing of the kind is needed. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type Attempt = ReadOutcome | { readonly kind: "again" };

/** Reads a file or a link's target as the `FileSystem` port says. */
export function readEntry(path: string, limit: number, root?: string): ReadOutcome {
  if (root !== undefined) return readBelow(readAt, root, path, limit);
  const read = readAt(path, limit);
  invariant(read !== "elsewhere", "nobody asked where it is");
  return read;
}

function readAt(...[path, limit, isThere]: Parameters<ReadAt>): ReturnType<ReadAt> {
  try {
    for (let attempt = 0; attempt < retries; attempt += 1) {
      const outcome = readOnce(path, limit, isThere);
      if (outcome === "elsewhere") return outcome;
      if (outcome.kind !== "again" && outcome.kind !== "unstable") return outcome;
    }
    const last = readOnce(path, limit, isThere);
    if (last === "elsewhere") return last;
    // Another entry at every look. The next event will find it in one piece.
    return last.kind === "again" ? { kind: "not_regular" } : last;
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    if (isAbsent(thrown)) return { kind: "gone" };
    return { kind: "unreadable", code };
  }
}

function readOnce(...[path, limit, isThere]: Parameters<ReadAt>): Attempt | "elsewhere" {
  const seen = statEntry(path);
  if (seen === undefined) return { kind: "gone" };
  if (seen.kind === "link")
    return isThere === undefined ? readLink(path, seen, limit) : "elsewhere";
  // Before it is opened: opening a device can have effects of its own.
  if (seen.kind !== "file") return { kind: "not_regular" };
  if (seen.size > limit) return { kind: "too_large", stat: seen };
  const fd = openFile(path);
  if (fd === undefined) return { kind: "again" };
  try {
    const opened = statOpen(fd);
    if (opened.kind !== "file") return { kind: "not_regular" };
    if (opened.ino !== seen.ino || opened.dev !== seen.dev) return { kind: "again" };
    if (isThere?.(fd) === false) return "elsewhere";
    return readOpen(fd, opened, limit);
  } finally {
    closeSync(fd);
  }
}

/** `undefined` when the file has meanwhile become a link, or a FIFO or socket that nobody serves. */
function openFile(path: string): number | undefined {
  try {
    return openToRead(nativePath(path), openFlags);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "ELOOP" || code === "ENXIO" || code === "EMLINK") return undefined;
    throw thrown;
  }
}

const step = 64 * 1024;
let kept = new Uint8Array(step);

function readOpen(fd: number, before: EntryStat, limit: number): ReadOutcome {
  if (before.size > limit) return { kind: "too_large", stat: before };
  const expected = Number(before.size);
  // One byte more than expected, so that the end of the file shows without another call.
  let buffer = roomFor(expected + 1);
  let length = 0;
  for (;;) {
    if (length === buffer.length) buffer = enlarged(buffer);
    const room = Math.min(buffer.length, limit + 1) - length;
    const count = readSync(fd, buffer, length, room, null);
    length += count;
    if (length > limit) return { kind: "too_large", stat: statOpen(fd) };
    if (count === 0 || (length === expected && count < room)) break;
  }
  const bytes = buffer.slice(0, length);
  // The earlier stat goes with the bytes: should more have changed, it differs from what a sweep sees.
  const changed = !sameStat(before, statOpen(fd));
  return { kind: changed ? "unstable" : "content", bytes, stat: before };
}

function roomFor(bytes: number): Uint8Array<ArrayBuffer> {
  if (bytes <= kept.length) return kept;
  const buffer = new Uint8Array(Math.ceil(bytes / step) * step);
  if (buffer.length <= keptBytes) kept = buffer;
  return buffer;
}

function enlarged(full: Uint8Array): Uint8Array<ArrayBuffer> {
  const buffer = roomFor(full.length * 2);
  buffer.set(full);
  return buffer;
}

function readLink(path: string, before: EntryStat, limit: number): Attempt {
  const bytes = targetOf(path);
  if (bytes === undefined) return { kind: "again" };
  const after = statEntry(path);
  if (after === undefined) return { kind: "gone" };
  if (!sameStat(before, after)) return { kind: "again" };
  if (bytes.length > limit) return { kind: "too_large", stat: before };
  return { kind: "content", bytes, stat: before };
}

function targetOf(path: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(readlinkSync(nativePath(path), { encoding: "buffer" }));
  } catch (thrown) {
    if (systemCode(thrown) === "EINVAL") return undefined;
    throw thrown;
  }
}
