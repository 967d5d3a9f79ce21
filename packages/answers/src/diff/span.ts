import type { RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Point, Snapshot } from "@unf/core/timeline";

/** A pause longer than this ends a run of changes. Unit: ms. */
const pauseMs = 5 * 60_000;

/** Rows looked at to find the beginning of a run; a longer run begins there. */
const rowsMax = 10_000;

/** The last run of changes: settled versions no more than five minutes apart. */
export interface LastRun {
  /** The state before its first version. */
  readonly before: Point;
  /** When its first version was recorded. */
  readonly at: WallMs;
}

/** Finds the last run of changes; `undefined` when nothing changed since recording began. */
export function findLastRun(
  timeline: TimelineReader,
  within: readonly RelPath[],
): LastRun | undefined {
  let first: Snapshot | undefined;
  let rows = 0;
  for (const row of timeline.find({ within, interim: false, order: "newest" })) {
    const isBaseline = row.cause === "baseline";
    if (isBaseline || (first !== undefined && Math.abs(first.at - row.at) > pauseMs)) break;
    first = row;
    rows += 1;
    if (rows === rowsMax) break;
  }
  // Interim rows of the same burst lie before its settled one, and belong to the run.
  return first === undefined ? undefined : { before: beforeBurst(timeline, first), at: first.at };
}

/**
 * The last row of the first sweep, when `at` lies before its end; `undefined` otherwise, or when
 * there was no first sweep.
 */
export function findBaselineEnd(timeline: TimelineReader, at: WallMs): Snapshot | undefined {
  const [then] = timeline.find({ within: [], interim: true, until: at, order: "newest" });
  if (then !== undefined && then.cause !== "baseline") return undefined;
  let last: Snapshot | undefined;
  for (const row of timeline.find({ within: [], interim: true, order: "oldest" })) {
    if (row.cause !== "baseline") break;
    last = row;
  }
  return last === undefined || last.at <= at ? undefined : last;
}

/**
 * The oldest row, when `at` lies before it and no first sweep had found anything: then nothing is known to
 * have stood there. `undefined` otherwise, and where rows before it went.
 */
export function findBeginning(timeline: TimelineReader, at: WallMs): Snapshot | undefined {
  if (timeline.reaches({ at }) || !timeline.reaches(beforeAll)) return undefined;
  const [first] = timeline.find({ within: [], interim: true, order: "oldest" });
  return first;
}

/** The state before the oldest row. */
export const beforeAll = { id: 0 as SnapshotId };

function beforeBurst(timeline: TimelineReader, first: Snapshot): Point {
  const previous = timeline.previous(first.id, true);
  let earliest = first;
  for (
    let row = timeline.previous(first.id, false);
    row !== undefined && row.id !== previous?.id;
  ) {
    earliest = row;
    row = timeline.previous(row.id, false);
  }
  return { id: (earliest.id - 1) as SnapshotId };
}
