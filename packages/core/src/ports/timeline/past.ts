import type { RelPath, SnapshotId, WallMs } from "../../base/brand.ts";
import { UnfError } from "../../base/error.ts";
import type { Horizon } from "../../timeline/horizon.ts";
import type { KeptState, PastState, ThinnedState } from "../../timeline/past-state.ts";
import type { Point } from "../../timeline/point.ts";
import type { Snapshot } from "../../timeline/snapshot.ts";
import type { PathSpan, StatePair } from "../../timeline/state-pair.ts";

/** Reads states at a point. */
export interface PastReader {
  /**
   * States that stood at `point` within `within`, ordered by path: kept or not, but none that is
   * not known.
   */
  stateAt(point: Point, within: readonly RelPath[]): Iterable<KeptState | ThinnedState>;
  /** The same, with `undefined` wherever others may have a turn. */
  stateInSteps(
    point: Point,
    within: readonly RelPath[],
  ): Iterable<KeptState | ThinnedState | undefined>;
  /**
   * Files that stood at `point` beside those that stand now, in path order, without paths at which
   * neither stood: fewer than the limit only where no more are left.
   */
  pairsAt(point: Point, span: PathSpan): StatePair[];
  /** State of one path at `point`, as far as it is known. */
  pathAt(path: RelPath, point: Point): PastState;
  /** The same of many paths, while nothing is recorded or deleted. */
  pathsAt(point: Point): (path: RelPath) => PastState;
  /** The version with a content that is nearest in time to what stood at `path`, there, at `point`. */
  nearestKept(path: RelPath, point: Point): Snapshot | undefined;
  /** False for a point before the start of the history. */
  reaches(point: Point): boolean;
  /** `undefined` for an instant that the clock passed once, as far as rows tell. */
  shownTwice(at: WallMs): ShownTwice | undefined;
  /** Spans of the past of which not everything is known. */
  horizons(): Horizon[];
}

/** Gives up a part of the past. */
export interface PastWriter {
  /**
   * The history starts at the point from now on: a state before it is refused, and what is left of rows
   * before it goes. Rows are not deleted by it. `known`: ids at which the state is known all the same.
   */
  startAt(point: Point, known: readonly number[]): void;
  /** Deletes what is left of rows that are meant. */
  deleteTraces(isMeant: (path: RelPath, id: SnapshotId) => boolean): void;
}

/** The newest versions by the two times at which the clock showed an instant. `later` is meant by it. */
export interface ShownTwice {
  readonly later: SnapshotId;
  /** `undefined`: nothing was recorded by then. */
  readonly earlier: SnapshotId | undefined;
}

/** Throws `not_found` for a point before the start of the history: there is no state then. */
export function requireReach(timeline: Pick<PastReader, "reaches">, point: Point): void {
  if (timeline.reaches(point)) return;
  throw new UnfError(
    "not_found",
    "the history of this project starts later than that instant: what stood there then is not known",
    { hint: "unf log --reverse -n 1" },
  );
}
