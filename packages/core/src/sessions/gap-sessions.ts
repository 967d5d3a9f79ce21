import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { Snapshot } from "../timeline/snapshot.ts";

/** A stretch of work: changes none of which is far from the next. */
export interface GapSession {
  readonly from: WallMs;
  readonly to: WallMs;
  readonly first: SnapshotId;
  readonly last: SnapshotId;
  readonly snapshots: number;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/**
 * The work sessions of people, who do not say when they begin: rows belong together until nothing
 * happened for longer than `gapMs`. In the order of the rows, which may be the newest or the oldest
 * first; none is read before the session in front of it was taken.
 */
export function* planGapSessions(
  rows: Iterable<Pick<Snapshot, "id" | "at" | "path" | "counts">>,
  gapMs: number,
): Generator<GapSession> {
  let open: GapSession | undefined;
  let lastAt = 0;
  let paths = new Set<RelPath>();
  for (const { id, at, path, counts } of rows) {
    const own = { added: counts?.added ?? 0, removed: counts?.removed ?? 0 };
    const goesOn = Math.abs(at - lastAt) <= gapMs;
    lastAt = at;
    if (open !== undefined && goesOn) {
      paths.add(path);
      open = {
        from: earlier(open.from, at),
        to: later(open.to, at),
        first: Math.min(open.first, id) as SnapshotId,
        last: Math.max(open.last, id) as SnapshotId,
        snapshots: open.snapshots + 1,
        files: paths.size,
        added: open.added + own.added,
        removed: open.removed + own.removed,
      };
      continue;
    }
    if (open !== undefined) yield open;
    paths = new Set([path]);
    open = { from: at, to: at, first: id, last: id, snapshots: 1, files: 1, ...own };
  }
  if (open !== undefined) yield open;
}

function earlier(a: WallMs, b: WallMs): WallMs {
  return a < b ? a : b;
}

function later(a: WallMs, b: WallMs): WallMs {
  return a > b ? a : b;
}
