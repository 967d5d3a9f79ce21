import { type Dirent, readdirSync } from "node:fs";

/**
 * Entries of a directory with names as bytes. `undefined` where the runtime gives such names without
 * kinds, whatever it was asked for, as Bun does (1.4.5).
 */
export function readByteEntries(path: string | Buffer): readonly Dirent<Buffer>[] | undefined {
  const entries = readdirSync(path, { withFileTypes: true, encoding: "buffer" });
  return entries.some((entry) => Buffer.isBuffer(entry)) ? undefined : entries;
}
