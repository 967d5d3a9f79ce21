import type { AbsPath, BlobId, WallMs } from "@unf/core/base";
import { fanOutDirectory, objectPath } from "./layout.ts";
import { everyDigits, statFiles } from "./list-objects.ts";
import type { ObjectStorePorts } from "./ports.ts";
import { type Found, readObject } from "./read-object.ts";

const directoryMode = 0o700;

type Ports = Pick<ObjectStorePorts, "fs" | "directory" | "trash">;

/**
 * Moves an object into the trash. Nothing is flushed: what a power cut undoes is an object that
 * nothing refers to. The move is the last change of the file's inode, and so says since when.
 */
export function trashObject(ports: Ports, hash: BlobId): number | undefined {
  const { fs, directory, trash } = ports;
  const from = objectPath(directory, hash);
  const stat = fs.lstat(from);
  if (stat?.kind !== "file") return undefined;
  fs.makeDirectory(fanOutDirectory(trash, hash), directoryMode);
  fs.rename(from, objectPath(trash, hash));
  return Number(stat.size);
}

/** Objects in the trash below these two digits, or below all. */
export function listTrash(
  { fs, trash }: Ports,
  digits: string | undefined,
): { readonly hash: BlobId; readonly bytes: number; readonly since: WallMs }[] {
  const all = digits === undefined ? everyDigits : [digits];
  return all.flatMap((two) =>
    statFiles(fs, trash, two).map(({ hash, stat }) => ({
      hash,
      bytes: Number(stat.size),
      since: Number(stat.ctimeNs / 1_000_000n) as WallMs,
    })),
  );
}

/** The bytes in the trash, digest checked. */
export function readTrash(ports: ObjectStorePorts, hash: BlobId): Found {
  return readObject(ports, objectPath(ports.trash, hash), hash);
}

/** Removes from the trash; the directories that are empty then go, too. Durable when it returns. */
export function removeTrash({ fs, trash }: Ports, hashes: readonly BlobId[]): void {
  const touched = new Set<AbsPath>();
  for (const hash of hashes) {
    fs.remove(objectPath(trash, hash));
    touched.add(fanOutDirectory(trash, hash));
  }
  for (const directory of touched) {
    if (fs.lstat(directory) === undefined) continue;
    if (!fs.removeDirectory(directory)) fs.syncDirectory(directory);
  }
  if (touched.size > 0 && fs.lstat(trash) !== undefined) fs.syncDirectory(trash);
}
