import type { SnapshotId, WallMs } from "../base/brand.ts";

/** A mass change that was recorded. It names the state just before it: `burst:3` in output. */
export interface BurstMark {
  readonly id: number;
  /** The newest row just before its first change; 0 when there was none. */
  readonly before: SnapshotId | 0;
  readonly from: WallMs;
  /** When its last row was known to be recorded. */
  readonly to: WallMs;
  /** Paths that were created or changed, each once. */
  readonly changed: number;
  /** Paths that stood before it and are gone after it. */
  readonly deleted: number;
}
