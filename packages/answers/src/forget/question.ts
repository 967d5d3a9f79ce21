/**
 * The subject of the order: paths, a content, or everything before an instant; else a whole
 * project.
 */
export interface ForgetQuestion {
  /** Paths, and globs as in an ignore file at the root. */
  readonly words: readonly string[];
  /** This content wherever it is recorded: a digest, or a version such as `v1234`. */
  readonly hash: string | undefined;
  readonly before: string | undefined;
  /** The whole history of the project that is named is meant. */
  readonly everything: boolean;
  /** The paths are recorded as before. */
  readonly keepRecording: boolean;
  /** Exactly this plan is meant. */
  readonly plan: string | undefined;
  /** Nobody is asked: then the whole of a project takes `everything`. */
  readonly isAssented: boolean;
}
