/** Which deleted files are asked for. Words are as a person writes them. */
export interface DeletedQuestion {
  /** Files and directories; none: the whole project. */
  readonly paths: readonly string[];
  /** Since when they went; a week ago when it is not given. */
  readonly since: string | undefined;
}
