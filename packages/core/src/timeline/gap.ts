import type { RelPath, WallMs } from "../base/brand.ts";

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
  | "watcher_failed"
  /** One file changed faster than it may be recorded: see `path` and `statesMissed`. */
  | "too_fast";

/** A span in which versions may have been missed. The final state of every path is known after `closedAt`. */
export interface Gap {
  readonly id: number;
  readonly from: WallMs;
  readonly to: WallMs;
  readonly reason: GapReason;
  /** `null` while the sweep that closes it has not finished. */
  readonly closedAt: WallMs | null;
  /** The event that closed it; `capture`: the file's next state was recorded, or will be. */
  readonly closedBy: "sweep" | "capture" | null;
  /** Paths found different from the timeline when it was closed. */
  readonly pathsDiffered: number | null;
  /** The one file that a gap with reason `too_fast` is about. */
  readonly path?: RelPath;
  /** How many of its states stood and were overwritten before they were read, about. */
  readonly statesMissed?: number;
}

/** States of one file that stood and were not recorded. */
export interface MissedStates {
  /** The gap that tells of them already, if one does. */
  readonly gap: number | undefined;
  readonly path: RelPath;
  readonly from: WallMs;
  readonly to: WallMs;
  readonly states: number;
}
