import { statfsSync } from "node:fs";
import type { DiskRoom } from "@unf/core";
import { nativePath } from "./native-path.ts";

/** What the file system of `path` has left for an ordinary user. */
export function readDiskRoom(path: string): DiskRoom {
  const { bavail, bsize, ffree, files } = statfsSync(nativePath(path));
  return { freeBytes: bavail * bsize, freeInodes: ffree, inodes: files };
}
