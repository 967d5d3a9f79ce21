import { comparePaths, isContentMissing, type RelPath } from "@unf/core/base";
import {
  type CommitGroup,
  fitsIntoGit,
  gitMode,
  type PathTest,
  type TreeChange,
} from "@unf/core/exchange";
import { requireReach } from "@unf/core/ports";
import { keptRows, type Point, type Snapshot } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import type { ThinnedFile } from "../scope/thinned.ts";

/** Files and versions that did not get into an export, and why. */
export interface LeftOut {
  /** Paths that hold secrets by what they are called. */
  readonly secret: Set<RelPath>;
  /** Paths that git cannot hold. */
  readonly unfit: Set<RelPath>;
  /** Versions of which, by a setting, no content was kept. */
  readonly withheld: Snapshot[];
  /** Versions whose content is lost. */
  readonly lost: Snapshot[];
  /** Files of a state whose content then is no longer kept. */
  readonly thinned: ThinnedFile[];
}

export function nothingLeftOut(): LeftOut {
  return { secret: new Set(), unfit: new Set(), withheld: [], lost: [], thinned: [] };
}

/** The rows of a group that an export shows; the others are noted. */
export function chooseRows(
  group: Pick<CommitGroup, "rows">,
  leftOut: LeftOut,
  isSecret: PathTest,
): Snapshot[] {
  return group.rows.filter(({ path, mode }) => {
    if (isSecret(path)) leftOut.secret.add(path);
    else if (fitsIntoGit(path, mode)) return true;
    else leftOut.unfit.add(path);
    return false;
  });
}

/**
 * Changes of the tree by the rows, deletions first; contents are read one by one. A file whose
 * content is not there leaves the tree: an older one would pass for it.
 */
export function* readChanges(
  reader: ProjectReader,
  group: Pick<CommitGroup, "last">,
  rows: readonly Snapshot[],
  leftOut: LeftOut,
): Generator<TreeChange> {
  const sorted = rows.toSorted((a, b) => comparePaths(a.path, b.path));
  for (const { path, hash } of sorted) {
    if (hash === null && !isDirectory(reader, path, group)) yield { path, bytes: null };
  }
  for (const row of sorted) {
    if (row.hash === null) continue;
    const bytes = readContent(reader, row, leftOut);
    if (bytes !== undefined) yield { path: row.path, mode: gitMode(row.mode), bytes };
    else if (!isDirectory(reader, row.path, group)) yield { path: row.path, bytes: null };
  }
}

/** The rows of the state at a point; what has no content any more is noted. Throws `not_found` before the start. */
export function readRowsAt(
  { timeline }: Pick<ProjectReader, "timeline">,
  point: Point,
  { thinned }: Pick<LeftOut, "thinned">,
): Snapshot[] {
  requireReach(timeline, point);
  const state = [...timeline.stateAt(point, [])];
  for (const { kind, path } of state) {
    if (kind === "thinned") thinned.push({ path, nearest: timeline.nearestKept(path, point) });
  }
  return keptRows(state);
}

export function readContent(
  reader: ProjectReader,
  row: Snapshot,
  leftOut: Pick<LeftOut, "lost" | "withheld">,
): Uint8Array | undefined {
  try {
    return reader.content(row);
  } catch (thrown) {
    if (!isContentMissing(thrown)) throw thrown;
    (row.withheld === true ? leftOut.withheld : leftOut.lost).push(row);
    return undefined;
  }
}

/** Where a directory took the place of a file, git removes the file with it; the directory stays. */
function isDirectory(
  { timeline }: ProjectReader,
  path: RelPath,
  { last }: Pick<CommitGroup, "last">,
): boolean {
  for (const found of timeline.stateAt({ id: last }, [path])) if (found.path !== path) return true;
  return false;
}
