import type { TimeFlag } from "../scope/open-scope.ts";

/** Which two sides of which files are compared. Of version, session, turn and times at most one is given. */
export interface DiffQuestion {
  /** Where it begins; without an input at the last run of changes. */
  readonly from: TimeFlag;
  /** Where it ends; without an input at what is on disk now. */
  readonly to: TimeFlag;
  /** The changes of this version, seen from the one before it. */
  readonly version: string | undefined;
  /** The changes of this session of an agent; the empty word means the newest. */
  readonly session: string | undefined;
  /** The same of a turn. */
  readonly turn: string | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The same, where it is also asked what each difference is. */
export interface DiffLinesQuestion extends DiffQuestion {
  /** Lines around each change. */
  readonly context: number;
}
