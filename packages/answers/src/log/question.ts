import type { EventType } from "@unf/core/timeline";

/** Which versions of which files are asked for. Words are as a person writes them. */
export interface LogQuestion {
  /** Files and directories; none: the whole project. */
  readonly paths: readonly string[];
  /** All projects instead of one; then there are no paths. */
  readonly isGlobal: boolean;
  /** Names or paths of projects, with `*` for any text; only with `isGlobal`. */
  readonly includeProjects: readonly string[];
  readonly excludeProjects: readonly string[];
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** Globs. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly ignoreCase: boolean;
  readonly kinds: readonly EventType[];
  /** `human`, `$all-agent` or the name of an agent. */
  readonly author: string | undefined;
  readonly session: string | undefined;
  readonly turn: string | undefined;
  /** Also versions after which the file changed again within 3 s. */
  readonly interim: boolean;
  /** Oldest first. */
  readonly isReverse: boolean;
  /** The one file only under the name it has. */
  readonly noFollow: boolean;
}

/** All settled versions of the project where the asker is, newest first. */
export const everyVersion: LogQuestion = {
  paths: [],
  isGlobal: false,
  includeProjects: [],
  excludeProjects: [],
  since: undefined,
  until: undefined,
  include: [],
  exclude: [],
  ignoreCase: false,
  kinds: [],
  author: undefined,
  session: undefined,
  turn: undefined,
  interim: false,
  isReverse: false,
  noFollow: false,
};

/** One page of them. */
export interface LogPageQuestion extends LogQuestion {
  readonly limit: number;
  /** Where an earlier answer to the same question ended. */
  readonly cursor: string | undefined;
}
