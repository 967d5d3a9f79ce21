import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";

/** The first bytes of a file, as text; `undefined` for what is no file, or cannot be read. */
export function readHead(path: string, bytesMax: number): string | undefined {
  return readPart(path, (size) => ({ from: 0, to: Math.min(size, bytesMax) }));
}

/** The last bytes of a file, or of what is before the offset, as `readHead`. */
export function readTail(
  path: string,
  bytesMax: number,
  end: number = Number.POSITIVE_INFINITY,
): string | undefined {
  return readPart(path, (size) => ({
    from: Math.max(0, Math.min(size, end) - bytesMax),
    to: Math.max(0, Math.min(size, end)),
  }));
}

/** Names in a directory; none where there is none. */
export function listNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readPart(
  path: string,
  part: (size: number) => { readonly from: number; readonly to: number },
): string | undefined {
  try {
    // A pipe is not waited for.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(fd);
      if (!stats.isFile()) return undefined;
      const { from, to } = part(stats.size);
      const bytes = Buffer.alloc(to - from);
      return bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, from));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}
