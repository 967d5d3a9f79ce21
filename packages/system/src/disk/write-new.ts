import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  readSync,
  writeSync,
} from "node:fs";
import { nativePath } from "./base/native-path.ts";
import { openToRead } from "./base/open-to-read.ts";
import { removeEntry } from "./base/remove-entry.ts";
import { systemError } from "./base/system-error.ts";
import { openToWrite } from "./base/writes.ts";

const noFollow = constants.O_NOFOLLOW ?? 0;
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
const readFlags = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0);
const appendFlags =
  constants.O_WRONLY | constants.O_APPEND | noFollow | (constants.O_NONBLOCK ?? 0);
const copyChunk = 256 * 1024;

/** Creates a file with exactly these bytes and this mode, or throws and leaves nothing behind. */
export function writeNew(
  path: string,
  bytes: Uint8Array,
  { mode, sync }: { readonly mode: number; readonly sync: boolean },
): void {
  createWith(path, mode, sync, (fd) => writeAll(fd, bytes));
}

/** Writes these bytes behind the last one of a regular file. What a failure leaves is part of them. */
export function append(path: string, bytes: Uint8Array, mode?: number): void {
  const fd = openToWrite(nativePath(path), appendFlags);
  try {
    if (!fstatSync(fd).isFile()) throw systemError("EINVAL", `not a regular file: ${path}`);
    writeAll(fd, bytes);
    if (mode !== undefined) fchmodSync(fd, mode & 0o777);
  } finally {
    closeSync(fd);
  }
}

/** Copies bytes and permissions of a regular file into a new one and makes the copy durable. */
export function copyNew(from: string, to: string): void {
  const source = openToRead(nativePath(from), readFlags);
  try {
    const { mode } = fstatSync(source);
    if ((mode & 0o170000) !== 0o100000) throw systemError("EINVAL", `not a regular file: ${from}`);
    createWith(to, mode, true, (fd) => {
      const chunk = new Uint8Array(copyChunk);
      for (;;) {
        const count = readSync(source, chunk, 0, chunk.length, null);
        if (count === 0) return;
        writeAll(fd, chunk.subarray(0, count));
      }
    });
  } finally {
    closeSync(source);
  }
}

function createWith(path: string, mode: number, sync: boolean, fill: (fd: number) => void): void {
  const fd = openToWrite(nativePath(path), createFlags, 0o600);
  let open = true;
  try {
    fill(fd);
    // Last, so that nobody else can read half a file; and by descriptor, which no umask changes.
    fchmodSync(fd, mode & 0o777);
    // A failed flush is never tried again: the system has by then forgotten what it could not write.
    if (sync) fsyncSync(fd);
    open = false;
    closeSync(fd);
  } catch (thrown) {
    if (open) closeSync(fd);
    removeEntry(path);
    throw thrown;
  }
}

/**
 * Writes every byte. A full disk takes part of the bytes without an error and reports it at the
 * next call, so a short count is never taken for success.
 */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    const count = writeSync(fd, bytes, at, bytes.length - at);
    if (count === 0) throw systemError("EIO", "the system wrote nothing and gave no reason");
    at += count;
  }
}
