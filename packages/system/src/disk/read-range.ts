import { closeSync, constants, fstatSync, readSync } from "node:fs";
import { systemCode } from "@unf/core/base";
import { nativePath } from "./base/native-path.ts";
import { openToRead } from "./base/open-to-read.ts";
import { isAbsent } from "./base/remove-entry.ts";

/** Not on Windows, where nothing of the kind is needed. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads part of a regular file as the `FileSystem` port says. */
export function readRange(path: string, offset: number, length: number): Uint8Array | undefined {
  const fd = openFile(path);
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return undefined;
    // Not more than there is: a damaged length must not ask for gigabytes of memory.
    const bytes = new Uint8Array(Math.max(0, Math.min(length, stats.size - offset)));
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(fd, bytes, done, bytes.length - done, offset + done);
      if (count === 0) return bytes.slice(0, done);
      done += count;
    }
    return bytes;
  } finally {
    closeSync(fd);
  }
}

function openFile(path: string): number | undefined {
  try {
    return openToRead(nativePath(path), openFlags);
  } catch (thrown) {
    const code = systemCode(thrown);
    // A link, or a FIFO or socket that nobody serves.
    if (isAbsent(thrown) || code === "ELOOP" || code === "ENXIO" || code === "EMLINK") {
      return undefined;
    }
    throw thrown;
  }
}
