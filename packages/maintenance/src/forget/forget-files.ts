import {
  type AbsPath,
  type BlobId,
  joinPath,
  type ProjectId,
  parentPath,
  type RelPath,
  relativeTo,
  type SnapshotId,
  StorageError,
  systemCode,
  UnfError,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type ForgetOrder, planForgetTest, spellings } from "@unf/core/forget";
import {
  backupDirectory,
  lostPacksDirectory,
  lostSpoolDirectory,
  lostTimelinesDirectory,
  objectsDirectory,
  rescuesDirectory,
  spoolDirectory,
} from "@unf/core/home";
import type { HomePorts } from "../home/home.ts";

type Places = Pick<HomePorts, "home" | "files">;

/**
 * Files besides contents that hold any of these bytes: events of agents that no project has heard yet,
 * and temporaries that a crash left. To be listed while the contents are still there, because what to
 * look for is read from them.
 */
export function listTextFiles(home: Places, needles: readonly Uint8Array[]): AbsPath[] {
  const spelt = needles.flatMap(spellings);
  return listLooseTexts(home).filter((path) => {
    try {
      return home.files.holdsAny(path, spelt);
    } catch (thrown) {
      if (isGone(thrown)) return false;
      throw cannotRead(path, thrown);
    }
  });
}

/** The texts that `listTextFiles` looks into, a stretch at a time; none cuts `bytesMax` bytes in two. */
export function* readLooseTexts(home: Places, bytesMax: number): Generator<Uint8Array> {
  for (const path of listLooseTexts(home)) {
    try {
      yield* home.files.readStretches(path, bytesMax);
    } catch (thrown) {
      if (!isGone(thrown)) throw cannotRead(path, thrown);
    }
  }
}

function listLooseTexts({ home, files }: Places): AbsPath[] {
  return [spoolDirectory(home), lostSpoolDirectory(home), temporariesOf(home)].flatMap(
    (directory) => files.listFiles(directory),
  );
}

/** True for what was taken or renamed meanwhile, as hooks and the daemon do: nothing of it is there. */
function isGone(thrown: unknown): boolean {
  return systemCode(thrown) === "ENOENT";
}

function cannotRead(path: AbsPath, cause: unknown): unknown {
  const code = systemCode(cause);
  return code === undefined ? cause : unreadable(path, code, cause);
}

function unreadable(path: AbsPath, code: string, cause?: unknown): UnfError {
  if (cause instanceof UnfError) return cause;
  return new StorageError("failed", `${path} cannot be read (${code})`, {
    hint: "the order to forget stays: remove that file if it is not needed, then unf restart",
    cause,
  });
}

/**
 * Files of a project that may hold what is forgotten by what they are, whatever is in them: rescued ones
 * whose names are meant, all copies of its timeline, and damaged packs: those hold what nobody can read
 * any more.
 */
export function listNamedFiles(
  { home, files }: Places,
  project: ProjectId,
  orders: readonly ForgetOrder[],
): AbsPath[] {
  // A rescued file has no place among the rows: only an order by name, or for all of it, means it.
  const isMeant = planForgetTest(
    orders.filter(({ kind }) => kind === "path" || kind === "project"),
  );
  const rescues = rescuesDirectory(home, project);
  const isRescueMeant = (path: AbsPath) => {
    // `op-12/src/a.bin`, perhaps with `~2` behind it.
    const inProject = nameIn(rescues, path)
      .replace(/^[^/]*\//, "")
      .replace(/~\d+$/, "");
    return isMeant({ id: 1 as SnapshotId, path: inProject as RelPath, hash: null }, false);
  };
  const lost = lostTimelinesDirectory(home);
  return [
    ...files.listFiles(rescues).filter(isRescueMeant),
    ...files.listFiles(backupDirectory(home, project)),
    ...files.listFiles(lost).filter((path) => nameIn(lost, path).startsWith(`${project}.`)),
    ...files.listFiles(lostPacksDirectory(home)),
  ];
}

function nameIn(directory: AbsPath, path: AbsPath): string {
  return relativeTo(directory, path) ?? path;
}

/** Rescued files of a project that have one of the contents. */
export function listRescuedContents(
  home: Pick<HomePorts, "home" | "fs" | "files" | "digest">,
  project: ProjectId,
  hashes: ReadonlySet<BlobId>,
): AbsPath[] {
  const rescued = home.files.listFiles(rescuesDirectory(home.home, project));
  return rescued.filter((path) => hasContent(home, path, hashes));
}

/** No version is larger than what may be recorded at all: a larger file is not read. */
function hasContent(
  { fs, digest }: Pick<HomePorts, "fs" | "digest">,
  path: AbsPath,
  hashes: ReadonlySet<BlobId>,
): boolean {
  if (hashes.size === 0 || (fs.lstat(path)?.size ?? 0) > limits.capture.fileBytesMax) return false;
  const found = fs.read(path, limits.capture.fileBytesMax);
  if (found.kind === "unreadable") throw unreadable(path, found.code);
  return "bytes" in found && hashes.has(digest(found.bytes));
}

/** Deletes files, durably. */
export function removeFiles({ fs }: Pick<HomePorts, "fs">, paths: readonly AbsPath[]): void {
  for (const path of paths) fs.remove(path);
  for (const directory of new Set(paths.map(directoryOf))) fs.syncDirectory(directory);
}

/**
 * Makes durable which temporaries of the store are gone: the first content that it put anew cleared away
 * what a crash had left, perhaps before anybody looked into it.
 */
export function syncTemporaries({ fs, home }: Pick<HomePorts, "fs" | "home">): void {
  const directory = temporariesOf(home);
  if (fs.lstat(directory) !== undefined) fs.syncDirectory(directory);
}

function temporariesOf(home: AbsPath): AbsPath {
  return joinPath(objectsDirectory(home), "tmp" as RelPath);
}

/** Where an entry lies. */
export function directoryOf(path: AbsPath): AbsPath {
  return parentPath(path as string as RelPath) as string as AbsPath;
}
