import type { WallMs } from "../base/brand.ts";
import type { Pruning } from "../timeline/pruning.ts";

/**
 * The newest pruning that may have changed what stood at an instant: the state at it is then that of
 * the rows that were left, and may be older than it was.
 */
export function thinnedAt(prunings: readonly Pruning[], at: WallMs): Pruning | undefined {
  return prunings.findLast(({ from, to }) => from <= at && at < to);
}
