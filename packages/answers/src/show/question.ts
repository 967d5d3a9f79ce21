/** Which content is asked for. Words are as a person writes them. */
export interface ShowQuestion {
  /** A path, or a version such as `v1234~1`. */
  readonly word: string;
  /** The path as it was then; without it, as it was recorded last. */
  readonly at: string | undefined;
  /** This version of the path; not together with `at`. */
  readonly version: string | undefined;
}
