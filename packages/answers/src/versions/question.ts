/** Versions of one file, under all the names it had. */
export interface VersionsQuestion {
  readonly path: string;
  readonly limit: number;
  /** The cursor with which an earlier answer to the same question ended. */
  readonly before: string | undefined;
}
