import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Apparent bytes of every file below a directory. Those that go while one looks are left out. */
export function readBytesBelow(directory: string): number {
  let bytes = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    bytes += entry.isDirectory() ? readBytesBelow(path) : sizeOf(path);
  }
  return bytes;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
