import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The first bytes of a file, as text; `undefined` for what is no file, or cannot be read. */
export function readHead(path: string, bytesMax: number): string | undefined {
  try {
    // A pipe is not waited for.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(fd).isFile()) return undefined;
      const bytes = Buffer.alloc(bytesMax);
      return bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytesMax, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}
