import { type BlobId, joinPath, parseBlobId, type RelPath, type WallMs } from "@unf/core";
import { temporariesDirectory } from "./layout.ts";
import type { ObjectStorePorts } from "./ports.ts";

/** Every digest with these first two digits under which anything stands, whatever it is. */
export function listObjects(
  { fs, directory }: Pick<ObjectStorePorts, "fs" | "directory">,
  digits: string,
): BlobId[] {
  const entries = fs.list(joinPath(directory, digits as RelPath)) ?? [];
  return entries.flatMap(({ name }) => parseBlobId(`${digits}${name}`) ?? []);
}

/** Files among the temporaries that nobody has written to since `before`; removes them when asked. */
export function countLeftovers(
  { fs, directory }: Pick<ObjectStorePorts, "fs" | "directory">,
  before: WallMs,
  what: "count" | "remove",
): number {
  const temporaries = temporariesDirectory(directory);
  let count = 0;
  for (const { name } of fs.list(temporaries) ?? []) {
    const path = joinPath(temporaries, name as RelPath);
    const stat = fs.lstat(path);
    if (stat === undefined || stat.kind === "directory") continue;
    if (stat.mtimeNs / 1_000_000n >= BigInt(before)) continue;
    count += 1;
    if (what === "remove") fs.remove(path);
  }
  return count;
}
