import type { RelPath, SnapshotId, WallMs } from "../../base/brand.ts";
import type { Steps } from "../../base/steps.ts";
import type { UsageKey, UsageOf } from "../../timeline/usage.ts";

/** Reads how much a timeline holds, and the room that takes. */
export interface UsageReader {
  facts(): TimelineFacts;
  /** Room that the rows of these places (as in a `SnapshotQuery`) take, in groups; in no order. */
  usage<Key extends UsageKey>(by: Key, within: readonly RelPath[]): Steps<UsageOf[Key][]>;
}

/** Figures of a timeline as a whole. */
export interface TimelineFacts {
  readonly snapshots: number;
  readonly settled: number;
  /** Paths that have a head: recorded and on disk. */
  readonly files: number;
  readonly firstAt: WallMs | null;
  readonly lastAt: WallMs | null;
  readonly lastId: SnapshotId | null;
  /** Size of the distinct contents its rows refer to. */
  readonly contentBytes: number;
  /** Size of the timeline's own files. */
  readonly timelineBytes: number;
}
