import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Apparent bytes of all that a home keeps of its projects: contents, rows, and what lies about them. */
export function readKeptBytes(unfHome: string): number {
  return ["objects", "packs", "projects", "trash"].reduce(
    (sum, name) => sum + readBytesBelow(join(unfHome, name)),
    0,
  );
}

/** Apparent bytes of every file below a directory. Those that go while one looks are left out. */
export function readBytesBelow(directory: string): number {
  if (!existsSync(directory)) return 0;
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
