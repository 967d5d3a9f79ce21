import type { RelPath, WallMs } from "../base/brand.ts";
import type { Snapshot } from "../timeline/snapshot.ts";

/** The rows of one file within a listing, summed up. */
export interface FileGroup {
  readonly path: RelPath;
  /** Its newest row in the listing. */
  readonly last: Snapshot;
  readonly firstAt: WallMs;
  readonly snapshots: number;
  /** Sums over its rows; rows without counts add nothing. */
  readonly added: number;
  readonly removed: number;
  /** False when a row's counts were upper bounds. */
  readonly exact: boolean;
}

/**
 * Groups rows by file. The groups come in the order in which their files first appear in `rows`,
 * which may be listed from either end.
 */
export function groupByFile(rows: Iterable<Snapshot>): FileGroup[] {
  const groups = new Map<RelPath, FileGroup>();
  for (const row of rows) {
    const group = groups.get(row.path);
    groups.set(row.path, {
      path: row.path,
      last: group === undefined || row.id > group.last.id ? row : group.last,
      firstAt: group === undefined || row.at < group.firstAt ? row.at : group.firstAt,
      snapshots: (group?.snapshots ?? 0) + 1,
      added: (group?.added ?? 0) + (row.counts?.added ?? 0),
      removed: (group?.removed ?? 0) + (row.counts?.removed ?? 0),
      exact: (group?.exact ?? true) && (row.counts?.exact ?? true),
    });
  }
  return [...groups.values()];
}
