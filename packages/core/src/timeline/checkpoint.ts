import type { SnapshotId, WallMs } from "../base/brand.ts";

/** A named instant: a bookmark in the timeline, not a copy. */
export interface Checkpoint {
  /** Counts up per project; shown as `cp:3` where it has no label. */
  readonly id: number;
  /** `null` when none was given. Labels may repeat; the newest of a label is meant by its name. */
  readonly label: string | null;
  readonly message: string | null;
  readonly at: WallMs;
  /** The newest row that belongs to it; 0 when nothing was recorded yet. */
  readonly snapshot: SnapshotId | 0;
  /** Recorded files at that row. */
  readonly files: number;
  /** A program's own bytes, kept as they came; only whether there are any. Read with `checkpointPayload`. */
  readonly payloadBytes: number | null;
  /** Kept by every policy of pruning until a person deletes it. */
  readonly pinned: boolean;
}

/** The given part of a new checkpoint; the rest the timeline knows. */
export interface NewCheckpoint {
  readonly label: string | null;
  readonly message: string | null;
  readonly at: WallMs;
  readonly snapshot: SnapshotId | 0;
  readonly files: number;
  readonly payload: Uint8Array | null;
  readonly pinned: boolean;
}
