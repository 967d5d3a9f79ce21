import type { AbsPath } from "@unf/core/base";
import {
  lostObjectsDirectory,
  lostPacksDirectory,
  objectsDirectory,
  packsDirectory,
  trashDirectory,
} from "@unf/core/home";
import type { FileSystem, ObjectStore } from "@unf/core/ports";
import { createObjectStore } from "@unf/store";
import { randomName } from "@unf/system";
import { zstd } from "@unf/system/compression";
import { digest } from "@unf/system/digest";

/** The object store of a home. */
export function openStore(home: AbsPath, fs: FileSystem): ObjectStore {
  return createObjectStore({
    fs,
    directory: objectsDirectory(home),
    trash: trashDirectory(home),
    lostAndFound: lostObjectsDirectory(home),
    packsDirectory: packsDirectory(home),
    lostPacks: lostPacksDirectory(home),
    digest,
    compression: zstd,
    unique: randomName,
  });
}
