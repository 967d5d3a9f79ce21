import { lstatSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import {
  type AbsPath,
  type BlobId,
  type ForgetOrder,
  limits,
  type ProjectId,
  planMeant,
  type RelPath,
  type SnapshotId,
  StorageError,
  spellings,
  systemCode,
  UnfError,
} from "@unf/core";
import {
  backupDirectory,
  listFiles,
  lostPacksDirectory,
  lostSpoolDirectory,
  lostTimelinesDirectory,
  objectsDirectory,
  openFileSystem,
  readStretches,
  rescuesDirectory,
  spoolDirectory,
} from "@unf/system";
import { digest } from "@unf/system/digest";

/**
 * Files besides contents that hold any of these bytes: events of agents that no project has heard yet,
 * and temporaries that a crash left. To be listed while the contents are still there, because what to
 * look for is read from them.
 */
export function listTextFiles(home: AbsPath, needles: readonly Uint8Array[]): string[] {
  const spelt = needles.flatMap(spellings).map((needle) => Buffer.from(needle));
  const overlap = longest(spelt.map(({ length }) => length));
  return listLooseTexts(home).filter((path) => {
    for (const stretch of readIfThere(path, overlap)) {
      const bytes = Buffer.from(stretch.buffer, stretch.byteOffset, stretch.length);
      if (spelt.some((needle) => bytes.includes(needle))) return true;
    }
    return false;
  });
}

/** The texts that `listTextFiles` looks into, a stretch at a time; none cuts `bytesMax` bytes in two. */
export function* readLooseTexts(home: AbsPath, bytesMax: number): Generator<Uint8Array> {
  for (const path of listLooseTexts(home)) yield* readIfThere(path, bytesMax);
}

function listLooseTexts(home: AbsPath): string[] {
  return [
    spoolDirectory(home),
    lostSpoolDirectory(home),
    join(objectsDirectory(home), "tmp"),
  ].flatMap(listFiles);
}

function longest(lengths: readonly number[]): number {
  return lengths.reduce((max, length) => Math.max(max, length), 0);
}

/** Nothing of what was taken or renamed meanwhile, as hooks and the daemon do. */
function* readIfThere(path: string, overlap: number): Generator<Uint8Array> {
  try {
    yield* readStretches(path, overlap);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "ENOENT") return;
    throw code === undefined ? thrown : cannotRead(path, thrown, code);
  }
}

function cannotRead(path: string, cause: unknown, code: string): UnfError {
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
  home: AbsPath,
  project: ProjectId,
  orders: readonly ForgetOrder[],
): string[] {
  // What was rescued has no place among the rows: only an order by name, or for all of it, means it.
  const isMeant = planMeant(orders.filter(({ kind }) => kind === "path" || kind === "project"));
  const rescues = rescuesDirectory(home, project);
  const isRescueMeant = (path: string) => {
    // `op-12/src/a.bin`, perhaps with `~2` behind it.
    const inProject = relative(rescues, path)
      .replace(/^[^/]*\//, "")
      .replace(/~\d+$/, "");
    return isMeant({ id: 1 as SnapshotId, path: inProject as RelPath, hash: null }, false);
  };
  const lost = lostTimelinesDirectory(home);
  return [
    ...listFiles(rescues).filter(isRescueMeant),
    ...listFiles(backupDirectory(home, project)),
    ...listFiles(lost).filter((path) => relative(lost, path).startsWith(`${project}.`)),
    ...listFiles(lostPacksDirectory(home)),
  ];
}

/** Rescued files of a project that have one of the contents. */
export function listRescuedContents(
  home: AbsPath,
  project: ProjectId,
  hashes: ReadonlySet<BlobId>,
): string[] {
  return listFiles(rescuesDirectory(home, project)).filter((path) => hasContent(path, hashes));
}

/** No version is larger than what may be recorded at all: a larger file is not read. */
function hasContent(path: string, hashes: ReadonlySet<BlobId>): boolean {
  if (hashes.size === 0 || lstatSync(path).size > limits.capture.fileBytesMax) return false;
  try {
    return hashes.has(digest(readFileSync(path)));
  } catch (thrown) {
    const code = systemCode(thrown);
    throw code === undefined ? thrown : cannotRead(path, thrown, code);
  }
}

/** Deletes files, durably. */
export function removeFiles(paths: readonly string[]): void {
  const fs = openFileSystem();
  for (const path of paths) fs.remove(path as AbsPath);
  for (const directory of new Set(paths.map((path) => dirname(path)))) {
    fs.syncDirectory(directory as AbsPath);
  }
}
