import { type AbsPath, type BlobId, joinPath, parentPath, type RelPath } from "@unf/core/base";
import { fanOutDirectory, objectPath } from "./layout.ts";
import type { ObjectStorePorts } from "./ports.ts";

const directoryMode = 0o700;

/**
 * Moves what stands under a digest into `lost+found/`, below a name that says which digest it had
 * and that nothing else has. Never deletes. Also moves what stands where the fan-out directory
 * must be. Durable when it returns.
 */
export function setAside(ports: ObjectStorePorts, hash: BlobId): AbsPath | undefined {
  const { fs, directory } = ports;
  const fanOut = fanOutDirectory(directory, hash);
  const inTheWay = fs.lstat(fanOut);
  if (inTheWay !== undefined && inTheWay.kind !== "directory") return move(ports, fanOut, "");
  const object = objectPath(directory, hash);
  return fs.lstat(object) === undefined ? undefined : move(ports, object, hash.slice(0, 2));
}

function move(ports: ObjectStorePorts, from: AbsPath, prefix: string): AbsPath {
  const { fs, lostAndFound, unique } = ports;
  fs.makeDirectory(lostAndFound, directoryMode);
  const name = from.slice(from.lastIndexOf("/") + 1);
  const to = joinPath(lostAndFound, `${prefix}${name}.${unique()}` as RelPath);
  fs.rename(from, to);
  fs.syncDirectory(lostAndFound);
  fs.syncDirectory(parentPath(from as string as RelPath) as string as AbsPath);
  return to;
}
