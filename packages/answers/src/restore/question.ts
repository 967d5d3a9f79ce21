import type { RestoreRequest } from "@unf/core/restore";

/** The files that are to come back. Of version, turn, session and time one is given. */
export interface RestoreQuestion extends Pick<RestoreRequest, "deletions" | "overwrite"> {
  readonly paths: readonly string[];
  readonly at: string | undefined;
  /** One version of one file, which a path says where to put. */
  readonly version: string | undefined;
  /** Back to before this turn of an agent. */
  readonly turn: string | undefined;
  /** The same of a session. */
  readonly session: string | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** A part of the one file that would change. */
export interface PartQuestion extends RestoreQuestion {
  /** Counted from 1. Without them the plan has all hunks, to choose from. */
  readonly hunks?: readonly number[] | undefined;
}
