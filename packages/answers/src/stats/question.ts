/** The span and files that are summed up. Words are as a person writes them. */
export interface StatsQuestion {
  /** Files and directories; none: the whole project. */
  readonly paths: readonly string[];
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** Files in the answer. */
  readonly limit: number;
}
