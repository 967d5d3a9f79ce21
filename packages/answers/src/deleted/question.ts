/** Which deleted files are asked for. Words are as a person writes them. */
export interface DeletedQuestion {
  /** Files and directories; none: the whole project. */
  readonly paths: readonly string[];
  /** Since when they went; a week ago when it is not given. */
  readonly since: string | undefined;
}

/** Part of the list. */
export interface DeletedPage {
  readonly limit: number;
  /** Only what was deleted before this version, as `next` of the page before has it. */
  readonly before?: string | undefined;
}

/** Deleted files that are to come back as they were last. */
export interface BringBackQuestion extends DeletedQuestion {
  /** Versions that deleted them, as the list that the same question finds names them. */
  readonly deletions: readonly string[];
}
