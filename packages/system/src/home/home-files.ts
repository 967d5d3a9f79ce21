import { existsSync, readdirSync } from "node:fs";
import type { AbsPath } from "@unf/core/base";
import type { HomeFiles } from "@unf/core/ports";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { removeAll } from "../disk/base/writes.ts";
import { listFiles } from "../disk/list-files.ts";
import { readStretches } from "../disk/read-stretches.ts";
import { readText } from "../disk/read-text.ts";
import { scanFiles } from "./scan-files.ts";

/** The files of a home on this machine's disk. */
export const homeFiles: HomeFiles = {
  exists: existsSync,
  listNames: (directory) => readdirSync(directory),
  listFiles: (directory) => listFiles(directory) as AbsPath[],
  readText,
  replace: atomicReplace,
  removeAll,
  readStretches,
  holdsAny,
  scan: scanFiles,
};

function holdsAny(path: AbsPath, needles: readonly Uint8Array[]): boolean {
  const overlap = needles.reduce((max, { length }) => Math.max(max, length), 0);
  const sought = needles.map(viewOf);
  for (const stretch of readStretches(path, overlap)) {
    const bytes = viewOf(stretch);
    if (sought.some((needle) => bytes.includes(needle))) return true;
  }
  return false;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
