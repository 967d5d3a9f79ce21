import type { MonoMs } from "../base/brand.ts";

/** Bounds of one commit; reasons in `config/limits.ts`. */
export interface CommitLimits {
  /** Longest a captured row waits to share its flush with others. Unit: ms. */
  readonly gatherMs: number;
  /** Above either, contents go to the object store first instead of through the inbox. */
  readonly inboxBlobsMax: number;
  readonly inboxBytesMax: number;
  /** Most rows in one commit of the bulk path. */
  readonly bulkRowsMax: number;
}

/** When the gathered rows are committed: the first after a pause at once, later ones together. */
export function decideCommitAt(
  lastCommitAt: MonoMs | undefined,
  now: MonoMs,
  limits: CommitLimits,
): MonoMs {
  if (lastCommitAt === undefined) return now;
  return Math.max(now, lastCommitAt + limits.gatherMs) as MonoMs;
}
