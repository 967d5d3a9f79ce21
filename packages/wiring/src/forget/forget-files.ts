import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import {
  type AbsPath,
  type BlobId,
  type Forgetting,
  type ProjectId,
  planMeant,
  type RelPath,
  type SnapshotId,
  spellings,
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
 * Deletes files besides contents that hold any of these bytes: events of agents that no project has
 * heard yet, and temporaries that a crash left. To be done while the contents are still there, because
 * what to look for is read from them. How many files.
 */
export function forgetTexts(home: AbsPath, needles: readonly Uint8Array[]): number {
  const spelt = needles.flatMap(spellings).map((needle) => Buffer.from(needle));
  const holdsNeedle = (path: string) => {
    const bytes = readFileSync(path);
    return spelt.some((needle) => bytes.includes(needle));
  };
  return remove(listLooseTexts(home).filter(holdsNeedle));
}

/** The texts that `forgetTexts` looks into. */
export function* readLooseTexts(home: AbsPath): Generator<Uint8Array> {
  for (const path of listLooseTexts(home)) yield readFileSync(path);
}

function listLooseTexts(home: AbsPath): string[] {
  return [
    spoolDirectory(home),
    lostSpoolDirectory(home),
    join(objectsDirectory(home), "tmp"),
  ].flatMap(listFiles);
}

/**
 * Deletes what else of a project may hold what is forgotten: rescued files that are meant or have one of
 * the contents, all copies of its timeline, and damaged packs: those hold what nobody can read any more.
 * How many files.
 */
export function forgetFiles(
  home: AbsPath,
  project: ProjectId,
  {
    orders,
    hashes,
  }: { readonly orders: readonly Forgetting[]; readonly hashes: ReadonlySet<BlobId> },
): number {
  // What was rescued has no place among the rows: only an order by name, or for all of it, means it.
  const isMeant = planMeant(orders.filter(({ kind }) => kind === "path" || kind === "project"));
  const rescues = rescuesDirectory(home, project);
  const isRescueMeant = (path: string) => {
    // `op-12/src/a.bin`, perhaps with `~2` behind it.
    const inProject = relative(rescues, path)
      .replace(/^[^/]*\//, "")
      .replace(/~\d+$/, "");
    const row = { id: 1 as SnapshotId, path: inProject as RelPath, hash: null };
    return isMeant(row, false) || hashes.has(digest(readFileSync(path)));
  };
  const lost = lostTimelinesDirectory(home);
  return remove([
    ...listFiles(rescues).filter(isRescueMeant),
    ...listFiles(backupDirectory(home, project)),
    ...listFiles(lost).filter((path) => relative(lost, path).startsWith(`${project}.`)),
    ...listFiles(lostPacksDirectory(home)),
  ]);
}

function remove(paths: readonly string[]): number {
  const fs = openFileSystem();
  for (const path of paths) fs.remove(path as AbsPath);
  for (const directory of new Set(paths.map((path) => dirname(path)))) {
    fs.syncDirectory(directory as AbsPath);
  }
  return paths.length;
}
