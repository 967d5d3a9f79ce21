import {
  type AbsPath,
  type Blob,
  type BlobId,
  type FileSystem,
  joinPath,
  type ObjectStore,
  type RelPath,
  systemCode,
  UnfError,
} from "@unf/core";
import { fanOutDirectory, objectPath, temporariesDirectory } from "./layout.ts";
import { countLeftovers, listObjects } from "./list-objects.ts";
import type { ObjectStorePorts } from "./ports.ts";
import { setAside } from "./set-aside.ts";

/** Nobody but the user reads contents, and nobody changes an object. */
const directoryMode = 0o700;
const objectMode = 0o444;

/** No object is larger than what can be recorded; a larger file is no object. */
const objectBytesMax = 2 ** 31 - 1;

/**
 * Opens the object store below a directory. Any number may read; of those that put, only one may
 * run at a time, which the lock of the home sees to: the first `put` removes what a crash left among
 * the temporaries. Failed calls of the file system are thrown as they are.
 */
export function createObjectStore(ports: ObjectStorePorts): ObjectStore {
  const { fs, directory } = ports;
  const put = createPut(ports);
  return {
    has: (hash, size) => hasObject(ports, hash, size),
    put: (blob) => put(blob, false),
    replace: (blob) => put(blob, true),
    discard: (hashes) => {
      for (const hash of hashes) fs.remove(objectPath(directory, hash));
    },
    setAside: (hash) => setAside(ports, hash),
    list: (digits) => listObjects(ports, digits),
    leftovers: (before, what) => countLeftovers(ports, before, what),
    syncAll: () => {
      fs.makeDirectory(directory, directoryMode);
      fs.syncAll(directory);
    },
    sync: (hashes) => syncObjects(ports, hashes),
    get: (hash) => getObject(ports, hash),
  };
}

function hasObject({ fs, directory }: ObjectStorePorts, hash: BlobId, size: number): boolean {
  const stat = fs.lstat(objectPath(directory, hash));
  return stat !== undefined && stat.kind === "file" && stat.size === BigInt(size);
}

function createPut(ports: ObjectStorePorts): (blob: Blob, isReplacing: boolean) => void {
  const { fs, directory, unique } = ports;
  const temporaries = temporariesDirectory(directory);
  const made = new Set<AbsPath>();
  let prepared = false;
  return ({ hash, bytes }, isReplacing) => {
    const there = fs.lstat(objectPath(directory, hash));
    const isWhole = there?.kind === "file" && there.size === BigInt(bytes.length);
    // An object of the right size stays: it may be durable, which its replacement would not be.
    if (isWhole && !isReplacing) return;
    const isEmpty = there?.kind === "file" && there.size === 0n;
    // An empty file is the remains of a crash; anything else may be of use to a person.
    if (there !== undefined && !isWhole && !isEmpty) setAside(ports, hash);
    if (!prepared) clearTemporaries(fs, temporaries);
    prepared = true;
    const temporary = joinPath(temporaries, unique() as RelPath);
    const fanOut = fanOutDirectory(directory, hash);
    const write = () => fs.writeNew(temporary, bytes, { mode: objectMode, sync: false });
    const move = () => fs.rename(temporary, objectPath(directory, hash));
    try {
      orAfterMaking(write, () => fs.makeDirectory(temporaries, directoryMode));
      if (!made.has(fanOut)) makeFanOut(ports, hash, fanOut);
      made.add(fanOut);
      orAfterMaking(move, () => fs.makeDirectory(fanOut, directoryMode));
    } catch (thrown) {
      fs.remove(temporary);
      throw thrown;
    }
  };
}

function makeFanOut(ports: ObjectStorePorts, hash: BlobId, fanOut: AbsPath): void {
  const there = ports.fs.lstat(fanOut);
  if (there !== undefined && there.kind !== "directory") setAside(ports, hash);
  ports.fs.makeDirectory(fanOut, directoryMode);
}

function clearTemporaries(fs: FileSystem, temporaries: AbsPath): void {
  fs.makeDirectory(temporaries, directoryMode);
  for (const { name, kind } of fs.list(temporaries) ?? []) {
    if (kind !== "directory") fs.remove(joinPath(temporaries, name as RelPath));
  }
}

/** Runs `action`; where a directory it needs was taken away meanwhile, makes that and tries again. */
function orAfterMaking(action: () => void, make: () => void): void {
  try {
    action();
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT") throw thrown;
    make();
    action();
  }
}

/** Contents first, then the names that lead to them, then the directories of those names. */
function syncObjects({ fs, directory }: ObjectStorePorts, hashes: readonly BlobId[]): void {
  if (hashes.length === 0) return;
  const fanOuts = new Set<AbsPath>();
  for (const hash of hashes) {
    fs.syncFile(objectPath(directory, hash));
    fanOuts.add(fanOutDirectory(directory, hash));
  }
  for (const fanOut of fanOuts) fs.syncDirectory(fanOut);
  fs.syncDirectory(directory);
}

function getObject(
  { fs, directory, digest }: ObjectStorePorts,
  hash: BlobId,
): ReturnType<ObjectStore["get"]> {
  const read = fs.read(objectPath(directory, hash), objectBytesMax);
  switch (read.kind) {
    case "gone":
      return { kind: "missing" };
    case "not_regular":
    case "too_large":
      return { kind: "damaged" };
    case "unreadable":
      // A sector that cannot be read: another copy can take the place of this one.
      if (read.code === "EIO") return { kind: "damaged" };
      throw new UnfError("failed", `cannot read the object ${hash} (${read.code})`);
    case "content":
    case "unstable": {
      const intact = read.stat.kind === "file" && digest(read.bytes) === hash;
      return intact ? { kind: "found", bytes: read.bytes } : { kind: "damaged" };
    }
  }
}
