import {
  type AbsPath,
  type Blob,
  type BlobId,
  joinPath,
  parentPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import type { FileSystem, ObjectStore } from "@unf/core/ports";
import { forgetObjects } from "./forget.ts";
import { fanOutDirectory, objectPath, temporariesDirectory } from "./layout.ts";
import { countLeftovers, listFiles, listObjects } from "./list-objects.ts";
import { FreshPacks } from "./packs/fresh-packs.ts";
import { PackSet } from "./packs/pack-set.ts";
import { createPackStore } from "./packs/pack-store.ts";
import type { ObjectStorePorts } from "./ports.ts";
import { type Found, readObject } from "./read-object.ts";
import { listTrash, readTrash, removeTrash, trashObject } from "./trash.ts";

/** Nobody but the user reads contents, and nobody changes an object. */
const directoryMode = 0o700;
const objectMode = 0o444;

/**
 * Opens the object store below a directory. Any number may read; of those that put, only one may
 * run at a time, which the lock of the home sees to: the first `put` removes what a crash left among
 * the temporaries. Failed calls of the file system are thrown as they are.
 */
export function createObjectStore(ports: ObjectStorePorts): ObjectStore {
  const { fs, directory } = ports;
  const put = createPut(ports);
  const packs = new PackSet(ports);
  const writing = { ...ports, writing: new Set<string>() };
  const fresh = new FreshPacks(writing);
  const readStanding = (hash: BlobId) => {
    const found = readObject(ports, objectPath(directory, hash), hash);
    return found.kind === "found" ? found.bytes : undefined;
  };
  const standing = { read: readStanding, path: (hash: BlobId) => objectPath(directory, hash) };
  const { packing, isWriting } = createPackStore(writing, packs, standing);
  return {
    ...packing,
    putFresh: (blob) => fresh.putFresh(blob),
    endFresh: () => fresh.endFresh(),
    syncFresh: () => fresh.syncFresh(),
    flushFresh: () => fresh.flushFresh(),
    abandonFresh: () => fresh.abandonFresh(),
    has: (hash, size) =>
      fresh.has(hash, size) || hasObject(ports, hash, size) || packs.has(hash, size),
    put: (blob) => put(blob, false),
    replace: (blob) => put(blob, true),
    discard: (hashes) => {
      for (const hash of hashes) fs.remove(objectPath(directory, hash));
    },
    forget: (hashes) => forgetObjects(ports, hashes),
    setAside: (hash) => setAside(ports, hash),
    list: (digits) => [
      ...new Set([...listObjects(ports, digits), ...packs.list(digits).map(({ hash }) => hash)]),
    ],
    leftovers: (before, what) => countLeftovers(ports, before, what, isWriting()),
    syncAll: () => {
      fs.makeDirectory(directory, directoryMode);
      fs.syncAll(directory);
    },
    flushAll: async () => {
      fs.makeDirectory(directory, directoryMode);
      await fs.flushAll(directory);
    },
    sync: (hashes) => syncObjects(ports, packs, hashes),
    get: (hash) => getFresh(ports, fresh, hash) ?? getObject(ports, packs, hash),
    listFiles: (digits) => listFiles(ports, digits),
    trash: (hash) => trashObject(ports, hash),
    trashed: (digits) => listTrash(ports, digits),
    untrash: (hash) => untrash(ports, packs, put, hash),
    emptyTrash: (hashes) => removeTrash(ports, hashes),
  };
}

/** Written anew rather than moved: its copy goes only once the object is known to be durable. */
function untrash(ports: ObjectStorePorts, packs: PackSet, put: Put, hash: BlobId): boolean {
  const found = readTrash(ports, hash);
  if (found.kind !== "found") return false;
  const standing = readObject(ports, objectPath(ports.directory, hash), hash);
  if (standing.kind === "damaged") setAside(ports, hash);
  put({ hash, bytes: found.bytes }, false);
  syncObjects(ports, packs, [hash]);
  removeTrash(ports, [hash]);
  return true;
}

function hasObject({ fs, directory }: ObjectStorePorts, hash: BlobId, size: number): boolean {
  const stat = fs.lstat(objectPath(directory, hash));
  return stat !== undefined && stat.kind === "file" && stat.size === BigInt(size);
}

type Put = (blob: Blob, isReplacing: boolean) => void;

function createPut(ports: ObjectStorePorts): Put {
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
function syncObjects(
  { fs, directory }: ObjectStorePorts,
  packs: PackSet,
  hashes: readonly BlobId[],
): void {
  if (hashes.length === 0) return;
  const fanOuts = new Set<AbsPath>();
  for (const hash of hashes) {
    const object = objectPath(directory, hash);
    // A pack was durable before the object went.
    if (fs.lstat(object) === undefined && packs.get(hash).kind === "found") continue;
    fs.syncFile(object);
    fanOuts.add(fanOutDirectory(directory, hash));
  }
  for (const fanOut of fanOuts) fs.syncDirectory(fanOut);
  if (fanOuts.size > 0) fs.syncDirectory(directory);
}

/** A content that is on its way into a pack. */
function getFresh(
  { digest }: ObjectStorePorts,
  fresh: FreshPacks,
  hash: BlobId,
): Found | undefined {
  const bytes = fresh.read(hash);
  return bytes === undefined || digest(bytes) !== hash ? undefined : { kind: "found", bytes };
}

/** The object file first; then packs; then what was collected, until its grace is over. */
function getObject(ports: ObjectStorePorts, packs: PackSet, hash: BlobId): Found {
  const object = readObject(ports, objectPath(ports.directory, hash), hash);
  if (object.kind === "found") return object;
  const packed = packs.get(hash);
  if (packed.kind === "found") return packed;
  const trashed = readTrash(ports, hash);
  if (trashed.kind === "found") return { ...trashed, isTrashed: true };
  return packed.kind === "missing" ? object : packed;
}

/**
 * Moves what stands under a digest into `lost+found/`, below a name that says which digest it had
 * and that nothing else has. Never deletes. Also moves what stands where the fan-out directory
 * must be. Durable when it returns.
 */
function setAside(ports: ObjectStorePorts, hash: BlobId): AbsPath | undefined {
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
