import type { HitRequest } from "@unf/core/search";

/** Which lines are asked for. Words are as a person writes them. */
export interface SearchQuestion {
  readonly text: string;
  /** The text is a regular expression. */
  readonly isRegExp: boolean;
  readonly ignoreCase: boolean;
  /** Lines that came, that went, or any that stood there; any when it is not given. */
  readonly change: HitRequest["change"] | undefined;
  /** Files and directories; none: the whole project. */
  readonly paths: readonly string[];
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** Also versions after which the file changed again within 3 s. */
  readonly interim: boolean;
  /** Show secrets instead of masking them. */
  readonly reveal: boolean;
  /** Lines in an answer. */
  readonly limit: number;
  /** Where an earlier answer to the same question ended. */
  readonly cursor: string | undefined;
}
