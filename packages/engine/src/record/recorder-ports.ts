import type { Attributed } from "@unf/core/attribution";
import type { SnapshotId } from "@unf/core/base";
import type { CommitLimits } from "@unf/core/capture";
import type { Clock, Timeline } from "@unf/core/ports";
import type { Head, NewSnapshot } from "@unf/core/timeline";
import type { Contents } from "../contents/contents.ts";

/** The last state of a path, committed or about to be. */
export type LatestHead = Omit<Head, "snapshot">;

/** A row that was handed to the recorder. `id` is set by the commit. */
export interface Row {
  id: SnapshotId | undefined;
  snapshot: NewSnapshot;
}

export interface RecorderPorts {
  readonly timeline: Timeline;
  readonly contents: Contents;
  readonly clock: Clock;
  readonly limits: CommitLimits;
  readonly owner: RecorderOwner;
}

/** The project that a recorder works for. */
export interface RecorderOwner {
  /** Tells the author of the change that a row tells of. */
  attribute(row: Row, before: LatestHead | undefined, after: LatestHead | null): Attributed;
  onCommitted(rows: readonly Row[]): void;
}

/** Told of every row as it is recorded, and of what it came to mean when its burst closed. */
export interface RowObserver {
  /** `before`: the head that a deletion takes away. `after`: the row's own head. */
  recorded(row: Row, before: LatestHead | undefined, after: LatestHead | null): void;
  /** `before`: what the path held before the burst. */
  settled(row: Row, event: NewSnapshot["event"], before: LatestHead | undefined): void;
}
