// Part of `messages.ts`.

/** What of a project's history goes; the same words as `PruneWish` of the engine. */
export interface PruneParams {
  readonly root: string;
  /** Ages in milliseconds; `null`: for ever. */
  readonly policy: {
    readonly keep_all_ms: number;
    readonly hourly_ms: number | null;
    readonly daily_ms: number | null;
    readonly weekly_ms: number | null;
    /** The states at the edges of turns stay so long; null: for ever. */
    readonly turns_ms: number | null;
    /** What undoes operations that are older goes, too; null or left out: none of it does. */
    readonly operations_ms?: number | null;
    /** So many versions of a binary file stay; all when left out. */
    readonly binary_versions?: number;
    readonly brings_back: boolean;
  };
  /** From when ages are counted; never later than the daemon's own clock. */
  readonly at: string;
  /** The newest row it may be about; 0: none. */
  readonly up_to: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** What the contents may add up to. */
  readonly max_bytes: number | null;
  /** Carry out only if the plan is still this one. */
  readonly plan: string | null;
  readonly argv: readonly string[];
}

export interface PruneReply {
  readonly plan: string;
  /** `null` when no version went. */
  readonly pruning: number | null;
  readonly versions_removed: number;
  readonly versions_kept: number;
  readonly bytes_freed: number;
  /** Operations that can no more be undone. */
  readonly operations_aged: number;
}

export interface PruneUndoReply {
  /** Versions that are there again. */
  readonly versions_back: number;
  /** Versions that stay gone, because their content is nowhere any more. */
  readonly versions_lost: number;
}
