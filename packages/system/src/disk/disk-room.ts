import { statfsSync } from "node:fs";
import type { DiskRoom } from "@unf/core/storage";
import { nativePath } from "./base/native-path.ts";

/** The room that the file system of `path` has left for an ordinary user. */
export function readDiskRoom(path: string): DiskRoom {
  const { bavail, bsize, ffree, files } = statfsSync(nativePath(path));
  return { freeBytes: bavail * bsize, freeInodes: ffree, inodes: files };
}

/** The size of the file system of `path`, used and free. Unit: bytes. */
export function readDiskBytes(path: string): number {
  const { blocks, bsize } = statfsSync(nativePath(path));
  return blocks * bsize;
}
