import { closeSync, constants, readSync } from "node:fs";
import { systemCode } from "@unf/core/base";
import { openToRead } from "./open-to-read.ts";

const nameBytes = 10;

/** Random bytes for the next names: to ask for 4,000 takes as long as to ask for 10. */
const pool = Buffer.alloc(400 * nameBytes);
let used = pool.length;

/** A name nobody else uses: 20 hex digits, so it is the same on file systems that ignore case. */
export function randomName(): string {
  if (used === pool.length) {
    // Loading node:crypto takes as long as a quarter of the start of Node.
    if (!fillFrom("/dev/urandom")) process.getBuiltinModule("node:crypto").randomFillSync(pool);
    used = 0;
  }
  used += nameBytes;
  return pool.toString("hex", used - nameBytes, used);
}

/** False where there is no such device, as on Windows, or it gave less than was asked for. */
function fillFrom(device: string): boolean {
  try {
    const fd = openToRead(device, constants.O_RDONLY);
    try {
      return readSync(fd, pool) === pool.length;
    } finally {
      closeSync(fd);
    }
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return false;
  }
}
