/** One thing that somebody did, or that happened to the recording. */
export type HappeningKind =
  | "turn"
  | "stretch"
  | "mass"
  | "checkpoint"
  | "operation"
  | "gap"
  | "baseline";

/** Which of what happened is asked for. Words are as a person writes them. */
export interface Filters {
  /** All projects instead of one. */
  readonly isGlobal: boolean;
  /** Files and directories of the one project; none: all of it. */
  readonly paths?: readonly string[] | undefined;
  /** Only the work of this session of an agent. */
  readonly session?: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** `human`, `$all-agent` or the name of an agent; none: whoever. Of several each is meant. */
  readonly authors: readonly string[];
  /** Globs. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** None: all. Mass changes are counted, where they are not listed, as stretches are. */
  readonly kinds: readonly HappeningKind[];
  /** Part of a path, of what a turn was asked for, or of a checkpoint's name; in any case. */
  readonly text: string | undefined;
}

/** One page of what happened, newest first. */
export interface HappeningsQuestion extends Filters {
  readonly limit: number;
  /** Versions that are read for it at most: whoever has to be quick gets what the newest of them tell. */
  readonly versions?: number | undefined;
  /** Only this one, whole, as an answer to the same filters has it; the span of the filters is its own. */
  readonly whole?: { readonly id: string; readonly files: number } | undefined;
  /** The cursor with which an earlier answer to the same question ended. */
  readonly before: string | undefined;
}

/** How much happened when. */
export interface DensityQuestion extends Filters {
  /** Buckets at most, from 1 up. */
  readonly buckets: number;
}
