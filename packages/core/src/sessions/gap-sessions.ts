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
 * first; none is read before the session in front of it was taken. `undefined` for each row that goes on
 * with a session, and wherever the rows have it: then others may have a turn.
 */
export function* planGapSessions(
  rows: Iterable<Pick<Snapshot, "id" | "at" | "path" | "counts"> | undefined>,
  gapMs: number,
): Generator<GapSession | undefined> {
  let open: GapSession | undefined;
  let lastAt = 0;
  let paths = new Set<RelPath>();
  for (const row of rows) {
    if (row === undefined) {
      yield undefined;
      continue;
    }
    const { id, at, path, counts } = row;
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
      yield undefined;
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
