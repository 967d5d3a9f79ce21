import type { WallMs } from "../base/brand.ts";

/** Why intermediate versions may have been missed. */
export type GapReason =
  | "daemon_away"
  | "overflow"
  | "watch_limit"
  | "root_unavailable"
  | "disk_full"
  /** The store could not be written for another reason: a read-only or failing disk, a file taken away. */
  | "io_error"
  | "clock_jump"
  | "watcher_failed";

/** A span in which versions may have been missed. The final state of every path is known after `closedAt`. */
export interface Gap {
  readonly id: number;
  readonly from: WallMs;
  readonly to: WallMs;
  readonly reason: GapReason;
  /** `null` while the sweep that closes it has not finished. */
  readonly closedAt: WallMs | null;
  /** What closed it; only `sweep` so far. */
  readonly closedBy: "sweep" | null;
  /** Paths found different from the timeline when it was closed. */
  readonly pathsDiffered: number | null;
}
