import { closeSync, constants, readSync } from "node:fs";
import { relative } from "node:path";
import { type AbsPath, systemCode } from "@unf/core/base";
import type { ScannedFiles, Seeker, SoughtInFiles } from "@unf/core/ports";
import { openToRead } from "../disk/base/open-to-read.ts";
import { listFiles } from "../disk/list-files.ts";

const chunkBytes = 1 << 20;

/**
 * Looks for bytes in every regular file below a directory, and for names. A file is read once, a
 * stretch at a time. `skips`: paths relative to the directory that are left out.
 */
export async function scanFiles(directory: AbsPath, sought: SoughtInFiles): Promise<ScannedFiles> {
  const found: string[] = [];
  const unread: string[] = [];
  let files = 0;
  let bytes = 0;
  for (const path of listFiles(directory)) {
    const name = relative(directory, path);
    if (sought.skips(name)) continue;
    files += 1;
    try {
      const scan = scanFile(path, sought.seeker);
      bytes += scan.bytes;
      if (scan.isHit || sought.isSoughtName(name)) found.push(name);
    } catch (thrown) {
      const code = systemCode(thrown);
      if (code === undefined) throw thrown;
      // A file that went meanwhile holds nothing.
      if (code !== "ENOENT") unread.push(name);
    }
    await sought.breathe();
  }
  return { files, bytes, found, unread };
}

function scanFile(path: string, seeker: Seeker): { bytes: number; isHit: boolean } {
  const overlap = Math.max(0, seeker.bytesMax - 1);
  let buffer = Buffer.alloc(chunkBytes + overlap);
  let other = Buffer.alloc(chunkBytes + overlap);
  const file = openToRead(path, constants.O_RDONLY);
  try {
    let bytes = 0;
    let kept = 0;
    let isHit = false;
    let last = buffer.subarray(0, 0);
    for (;;) {
      const read = readSync(file, buffer, kept, chunkBytes, null);
      if (read === 0) return { bytes, isHit };
      bytes += read;
      const stretch = buffer.subarray(0, kept + read);
      // A stretch equal to the one before it is not searched again: files with holes take no time.
      isHit ||= !stretch.equals(last) && seeker.seek(stretch).next().done === false;
      // A needle may begin in this stretch and end in the next.
      kept = Math.min(overlap, stretch.length);
      stretch.copy(other, 0, stretch.length - kept);
      last = stretch;
      [buffer, other] = [other, buffer];
    }
  } finally {
    closeSync(file);
  }
}
