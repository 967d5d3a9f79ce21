/** The part of the history that is to go. Words are as a person writes them. */
export interface PruneQuestion {
  readonly policy: PolicyWords;
  /** Only paths that match, as globs; none: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Only where the contents are larger; then more goes, the oldest first. */
  readonly maxSize: string | undefined;
  /** Exactly this plan is meant. */
  readonly plan: string | undefined;
  /** Every project of the store, watched or not. */
  readonly allProjects: boolean;
}

/** A policy in words; without any of them that of the settings. */
export interface PolicyWords {
  readonly olderThan: string | undefined;
  readonly keepWithin: string | undefined;
  readonly keepHourly: string | undefined;
  readonly keepDaily: string | undefined;
  readonly keepWeekly: string | undefined;
}
