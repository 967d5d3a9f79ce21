/** The files whose room is added up, and the groups. */
export interface DuQuestion {
  /** Files and directories; none: the whole project. */
  readonly paths: readonly string[];
  readonly by: UsageKey;
  /** Levels of directories, where it is by `dir`. */
  readonly depth: number;
  /** Groups in the answer. */
  readonly limit: number;
}

/** Kind of group that one row of the answer is about. */
export type UsageKey = "dir" | "file" | "ext" | "day" | "session";
