/** Which lines of which file are asked for. Words are as a person writes them. */
export interface BlameQuestion {
  readonly path: string;
  /** As it was then; without it, as it was recorded last. */
  readonly at: string | undefined;
  /** Lines counted from 1, such as `10,40`; `10,` goes to the end. */
  readonly range: string;
  /** `human`, `$all-agent` or the name of an agent: only their lines. */
  readonly author: string | undefined;
  /** Every interim version, too, and not only the last of each author. */
  readonly interim: boolean;
  /** Show secrets instead of masking them. */
  readonly reveal: boolean;
}
