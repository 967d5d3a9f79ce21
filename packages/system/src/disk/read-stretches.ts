import { closeSync, constants, fstatSync, readSync } from "node:fs";
import { openToRead } from "./base/open-to-read.ts";

const stretchBytes = 1 << 20;

/**
 * A regular file of any size, a stretch at a time: each begins with the last `overlap` bytes of the one
 * before, so that nothing of up to one byte more is cut in two. One that equals the one before is left out:
 * a file with holes takes no time. The bytes are valid until the next are asked for. Follows no link, does
 * not block; what is no regular file has none.
 */
export function* readStretches(path: string, overlap: number): Generator<Uint8Array> {
  const file = openToRead(path, constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return;
    // A small file is read whole, and once more for its end.
    const most = Math.min(stretchBytes, stats.size + 1);
    let buffer = Buffer.alloc(most + overlap);
    let other = Buffer.alloc(most + overlap);
    let last = buffer.subarray(0, 0);
    for (let kept = 0; ; ) {
      const read = readSync(file, buffer, kept, most, null);
      if (read === 0) return;
      const stretch = buffer.subarray(0, kept + read);
      if (!stretch.equals(last)) yield stretch;
      kept = Math.min(overlap, stretch.length);
      stretch.copy(other, 0, stretch.length - kept);
      last = stretch;
      [buffer, other] = [other, buffer];
    }
  } finally {
    closeSync(file);
  }
}
