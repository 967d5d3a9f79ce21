import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";
import type { TimelineCheck } from "./timeline/check.ts";
import type { TimelineNeeds } from "./timeline/needs.ts";
import type { Timeline, TimelineReader } from "./timeline/timeline.ts";

/** The directory a timeline is about. */
export interface ProjectIdentity {
  readonly project: ProjectId;
  readonly root: AbsPath;
  /** Of the root directory as it was seen last: finds it again after it was moved. */
  readonly dev: bigint;
  readonly ino: bigint;
  /** When the directory was made, where the system tells. Unit: ns since 1970. */
  readonly birthNs?: bigint;
  readonly createdAt: WallMs;
}

/**
 * The timelines of a home. Each call opens one, beside whoever has it open; it throws `not_found` when
 * there is none, and `store_damaged` or `newer_store` when it cannot be read.
 */
export interface Timelines {
  /** For questions. */
  read(id: ProjectId): TimelineReader;
  /** For writing; brings it to this format. Only for the holder of the home's lock. */
  open(id: ProjectId): Timeline;
  /** To be examined. */
  check(id: ProjectId): TimelineCheck;
  /** To be asked what it needs. `name`: of any directory below `projects/`. `since`: see `TimelineNeeds`. */
  needs(name: string, since: WallMs): TimelineNeeds;
  /** The directory that a timeline is about. */
  identity(timeline: TimelineReader): ProjectIdentity;
  /** Puts a complete timeline in its place where a crash came before that; true when there was one. */
  finishSwap(id: ProjectId): boolean;
  /** Brings one of an older format to this format; false when nothing is to be done. */
  convert(id: ProjectId): boolean;
}
