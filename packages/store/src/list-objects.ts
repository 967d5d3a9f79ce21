import {
  type AbsPath,
  type BlobId,
  joinPath,
  parseBlobId,
  type RelPath,
  type WallMs,
} from "@unf/core/base";
import type { EntryStat, FileSystem } from "@unf/core/ports";
import { temporariesDirectory } from "./layout.ts";
import { packTemporaries } from "./packs/pack-set.ts";
import type { ObjectStorePorts } from "./ports.ts";

/** Every digest with these first two digits under which anything stands, whatever it is. */
export function listObjects(
  { fs, directory }: Pick<ObjectStorePorts, "fs" | "directory">,
  digits: string,
): BlobId[] {
  const entries = fs.list(joinPath(directory, digits as RelPath)) ?? [];
  return entries.flatMap(({ name }) => parseBlobId(`${digits}${name}`) ?? []);
}

/** The object files with these first two digits. What comes back from the trash is written anew. */
export function listFiles(
  { fs, directory }: Pick<ObjectStorePorts, "fs" | "directory">,
  digits: string,
): { readonly hash: BlobId; readonly bytes: number; readonly changedAt: WallMs }[] {
  return statFiles(fs, directory, digits).map(({ hash, stat }) => ({
    hash,
    bytes: Number(stat.size),
    changedAt: Number(stat.mtimeNs / 1_000_000n) as WallMs,
  }));
}

/** The regular files below `directory/<digits>` whose names are the rest of a digest. */
export function statFiles(
  fs: FileSystem,
  directory: AbsPath,
  digits: string,
): { readonly hash: BlobId; readonly stat: EntryStat }[] {
  const fanOut = joinPath(directory, digits as RelPath);
  return (fs.list(fanOut) ?? []).flatMap(({ name }) => {
    const hash = parseBlobId(`${digits}${name}`);
    const stat = hash === undefined ? undefined : fs.lstat(joinPath(fanOut, name as RelPath));
    return hash === undefined || stat?.kind !== "file" ? [] : [{ hash, stat }];
  });
}

/** The first two digits of all digests, in order. */
export const everyDigits: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

/** Files among the temporaries that nobody has written to since `before`; removes them when asked. */
export function countLeftovers(
  ports: Pick<ObjectStorePorts, "fs" | "directory" | "packsDirectory">,
  before: WallMs,
  what: "count" | "remove",
  isPacking: boolean,
): number {
  const packs = isPacking ? [] : [packTemporaries(ports)];
  const places = [temporariesDirectory(ports.directory), ...packs];
  return places.reduce((sum, place) => sum + countOld(ports.fs, place, before, what), 0);
}

function countOld(
  fs: FileSystem,
  temporaries: AbsPath,
  before: WallMs,
  what: "count" | "remove",
): number {
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
