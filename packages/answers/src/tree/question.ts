/** Which directory is asked for, as it was when. Words are as a person writes them. */
export interface TreeQuestion {
  /** A directory; `undefined`: the root of the project. */
  readonly path: string | undefined;
  /** None: as it was recorded last. */
  readonly at: string | undefined;
  readonly limit: number;
  /** Goes on behind this entry, as `next` of the page before has it. */
  readonly after: string | undefined;
}
