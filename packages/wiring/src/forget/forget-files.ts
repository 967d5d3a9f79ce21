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
  spellings,
  systemCode,
} from "@unf/core";
import {
  backupDirectory,
  listFiles,
  lostPacksDirectory,
  lostSpoolDirectory,
  lostTimelinesDirectory,
  objectsDirectory,
  openFileSystem,
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
  return listLooseTexts(home).filter((path) => {
    const bytes = readIfThere(path);
    return bytes !== undefined && spelt.some((needle) => bytes.includes(needle));
  });
}

/** The texts that `listTextFiles` looks into. */
export function* readLooseTexts(home: AbsPath): Generator<Uint8Array> {
  for (const path of listLooseTexts(home)) {
    const bytes = readIfThere(path);
    if (bytes !== undefined) yield bytes;
  }
}

function listLooseTexts(home: AbsPath): string[] {
  return [
    spoolDirectory(home),
    lostSpoolDirectory(home),
    join(objectsDirectory(home), "tmp"),
  ].flatMap(listFiles);
}

/** `undefined` when it was taken or renamed meanwhile, as hooks and the daemon do. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}

/**
 * What else of a project may hold what is forgotten: rescued files that are meant or have one of the
 * contents, all copies of its timeline, and damaged packs: those hold what nobody can read any more.
 */
export function listOtherFiles(
  home: AbsPath,
  project: ProjectId,
  {
    orders,
    hashes,
  }: { readonly orders: readonly ForgetOrder[]; readonly hashes: ReadonlySet<BlobId> },
): string[] {
  // What was rescued has no place among the rows: only an order by name, or for all of it, means it.
  const isMeant = planMeant(orders.filter(({ kind }) => kind === "path" || kind === "project"));
  const rescues = rescuesDirectory(home, project);
  const isRescueMeant = (path: string) => {
    // `op-12/src/a.bin`, perhaps with `~2` behind it.
    const inProject = relative(rescues, path)
      .replace(/^[^/]*\//, "")
      .replace(/~\d+$/, "");
    const row = { id: 1 as SnapshotId, path: inProject as RelPath, hash: null };
    return isMeant(row, false) || hasContent(path, hashes);
  };
  const lost = lostTimelinesDirectory(home);
  return [
    ...listFiles(rescues).filter(isRescueMeant),
    ...listFiles(backupDirectory(home, project)),
    ...listFiles(lost).filter((path) => relative(lost, path).startsWith(`${project}.`)),
    ...listFiles(lostPacksDirectory(home)),
  ];
}

/** No version is larger than what may be recorded at all: a larger file is not read. */
function hasContent(path: string, hashes: ReadonlySet<BlobId>): boolean {
  if (hashes.size === 0 || lstatSync(path).size > limits.capture.fileBytesMax) return false;
  return hashes.has(digest(readFileSync(path)));
}

/** Deletes files, durably. */
export function removeFiles(paths: readonly string[]): void {
  const fs = openFileSystem();
  for (const path of paths) fs.remove(path as AbsPath);
  for (const directory of new Set(paths.map((path) => dirname(path)))) {
    fs.syncDirectory(directory as AbsPath);
  }
}
