import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { Cause, EventType } from "./snapshot.ts";

/**
 * Reason for which rows were deleted: the policy of retention, a person, the size cap, an order to
 * forget.
 */
export type PruneCause = "policy" | "asked" | "cap" | "forget";

/** One deletion of rows. States from `from` until before `to` are no longer exact. */
export interface Pruning {
  readonly id: number;
  readonly at: WallMs;
  readonly cause: PruneCause;
  /** The command's words; empty where nobody asked. */
  readonly argv: readonly string[];
  /** Rows deleted. */
  readonly snapshots: number;
  /** Of the oldest row deleted. */
  readonly from: WallMs;
  /** Of the row that follows the newest one deleted of its path; the latest of all paths. */
  readonly to: WallMs;
}

/** A row that was deleted and can be put back. */
export interface PrunedRow {
  readonly id: SnapshotId;
  readonly path: RelPath;
  readonly at: WallMs;
  /** `null` for a deletion. */
  readonly hash: BlobId | null;
  readonly bytes: number;
  /** Its content was never kept. */
  readonly withheld: boolean;
  readonly pruning: number;
}

/** Rows to delete, at most 1,000 at a time. */
export interface Deletion {
  readonly ids: readonly SnapshotId[];
  readonly cause: PruneCause;
  readonly argv: readonly string[];
  readonly at: WallMs;
  /** The pruning that these rows belong to as well; without it, they make a new one. */
  readonly extend?: number;
  /** A path's newest row goes too. What is then its newest stands in its place, to be read again. */
  readonly whole?: boolean;
}

/** The part of a row that retention has to know. */
export interface RetentionRow {
  readonly id: SnapshotId;
  readonly path: RelPath;
  readonly at: WallMs;
  readonly settled: boolean;
  readonly event: EventType;
  readonly bytes: number;
  /** `null` for `delete`. */
  readonly hash: BlobId | null;
  /** Its content was never kept: it takes no room, whatever its size. */
  readonly withheld?: true;
  /** Its content is kept and has no lines. */
  readonly isBinary?: true;
  readonly session: string | null;
  readonly turn: number | null;
  /** Several can have written it; then `session` and `turn` are what they have in common. */
  readonly ambiguous: boolean;
  readonly operation: number | null;
  readonly cause: Cause;
  readonly renamedFrom: RelPath | null;
  /** How far the clock was behind `at` when the row was recorded, where it was. Unit: ms. */
  readonly skewMs?: number;
}

/** True for a row that a content is kept for. */
export function hasContent(row: RetentionRow): row is RetentionRow & { readonly hash: BlobId } {
  return row.hash !== null && row.withheld !== true;
}

/** Rows up to `upTo` were recorded at `at` or before, whatever they are stamped with. */
export interface RecordedBy {
  readonly upTo: SnapshotId;
  readonly at: WallMs;
}

/** Where a row stands in a listing for retention. It need not be there any more. */
export type RetentionPoint = Pick<RetentionRow, "path" | "at" | "id">;
