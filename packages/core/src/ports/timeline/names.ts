import type { RelPath } from "../../base/brand.ts";
import type { Checkpoint } from "../../timeline/checkpoint.ts";

/**
 * Words that a person may be about to type, for a key that completes: the newest first, no more than `limit`,
 * and at a cost that does not grow with the versions.
 */
export interface NameReader {
  /** Checkpoints whose label, or where they have none `cp:` and the number, begins so; of a label the newest one. */
  checkpointNames(begun: string, limit: number): Pick<Checkpoint, "id" | "label">[];
  /** Paths in UTF-8 that begin so, of files that were deleted, at any time, and are not back. */
  deletedPaths(begun: string, limit: number): RelPath[];
}
