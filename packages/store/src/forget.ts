import { type AbsPath, type BlobId, joinPath, type RelPath } from "@unf/core/base";
import { fanOutDirectory, objectPath } from "./layout.ts";
import type { ObjectStorePorts } from "./ports.ts";
import { removeTrash } from "./trash.ts";

/** More directories than this are made durable by one flush of the file system. */
const syncOneByOneMax = 16;

/** Deletes objects, their copies in the trash, and what was set aside under their digests. */
export function forgetObjects(ports: ObjectStorePorts, hashes: readonly BlobId[]): void {
  const { fs, directory } = ports;
  const touched = new Set<AbsPath>();
  for (const hash of hashes) {
    fs.remove(objectPath(directory, hash));
    touched.add(fanOutDirectory(directory, hash));
  }
  const there = [...touched].filter((fanOut) => fs.lstat(fanOut) !== undefined);
  if (there.length > syncOneByOneMax) fs.syncAll(directory);
  else for (const fanOut of there) fs.syncDirectory(fanOut);
  removeTrash(ports, hashes);
  removeSetAside(ports, new Set<string>(hashes));
}

/** Names there begin with the digest, and a dot ends it. */
function removeSetAside({ fs, lostAndFound }: ObjectStorePorts, hashes: ReadonlySet<string>): void {
  let isChanged = false;
  for (const { name } of fs.list(lostAndFound) ?? []) {
    if (!hashes.has(name.split(".", 1)[0] ?? "")) continue;
    fs.remove(joinPath(lostAndFound, name as RelPath));
    isChanged = true;
  }
  if (isChanged) fs.syncDirectory(lostAndFound);
}
