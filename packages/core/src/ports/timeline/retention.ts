import type { SnapshotId, WallMs } from "../../base/brand.ts";
import type {
  Deletion,
  PrunedRow,
  Pruning,
  RecordedBy,
  RetentionPoint,
  RetentionRow,
} from "../../timeline/pruning.ts";

/** Reads a timeline for retention. */
export interface RetentionReader {
  /**
   * Rows as retention looks at them, path by path in a fixed order, of each path the newest first: those
   * beyond `after`, at most `limit`. Fewer than that: there are no more.
   */
  retentionRows(after: RetentionPoint | undefined, limit: number): RetentionRow[];
  /**
   * Rows stamped later than `now`, with what is known of when they were recorded: by a clock that
   * was ahead, and was set right before a later row. In the order of their ids.
   */
  recordedBy(now: WallMs): RecordedBy[];
  /** Deletions of rows whose span reaches to `since` or later, oldest first. */
  prunings(since?: WallMs): Pruning[];
  /** Rows of prunings at `since` or later that can be put back, by pruning and path; all when omitted. */
  pruned(since?: WallMs): PrunedRow[];
}

/** Takes rows out of a timeline, and puts them back. */
export interface RetentionWriter {
  /**
   * Deletes rows, never a path's newest unless the order says so, and notes the pruning in the same
   * transaction. Rows that are not there, or must stay, are left out. Their contents are counted and
   * named until `settleReleased` found that nothing refers to them.
   */
  deleteSnapshots(order: Deletion): { readonly pruning: number; readonly deleted: number };
  /** Finds out about some contents whose rows were deleted, in a few milliseconds; true while there is more to do. */
  settleReleased(): boolean;
  /**
   * Puts rows back that this pruning deleted, at most 1,000 at a time, with all that was said of them;
   * those that cannot be put back are left out. A pruning of which none is left gone is gone too. Rows.
   */
  bringBack(pruning: number, ids: readonly SnapshotId[]): number;
  /**
   * From now on rows of prunings before then cannot be put back, at most 1,000 at a time; none at all when
   * omitted. Rows.
   */
  dropPruned(before?: WallMs): number;
}
