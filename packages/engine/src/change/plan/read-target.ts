import { type RelPath, type SnapshotId, UnfError } from "@unf/core/base";
import { requireReach, type TimelineReader } from "@unf/core/ports";
import { type RestoreRequest, targetPoints } from "@unf/core/restore";
import type { KeptState, PastState, Point, ThinnedState } from "@unf/core/timeline";

/** What stood at a path, and is kept or not. */
export type PastEntry = KeptState | ThinnedState;

/**
 * The states that the request leads back to, in path order where they are of one instant, with `undefined`
 * wherever others may have a turn. Throws `not_found` before the start of the history.
 */
export function readTarget(
  timeline: TimelineReader,
  request: RestoreRequest,
): Iterable<PastEntry | undefined> {
  const { target, within } = request;
  if (!("version" in target)) return eachState(timeline, request);
  const snapshot = timeline.snapshot(target.version);
  if (snapshot === undefined)
    throw new UnfError("not_found", `no version v${target.version} in this project`);
  if (snapshot.hash === null) {
    throw new UnfError(
      "not_found",
      `v${target.version} is the deletion of the file and has no content`,
      {
        hint: `unf restore --version v${target.version}~1`,
      },
    );
  }
  const path = within[0] ?? snapshot.path;
  return [{ kind: "kept", path, row: { ...snapshot, path } }];
}

function* eachState(
  timeline: TimelineReader,
  { target, within }: RestoreRequest,
): Generator<PastEntry | undefined> {
  const points = targetPoints(target, within);
  for (const { point } of points.each) requireReach(timeline, point);
  for (const { point, within: paths } of points.each)
    for (const state of timeline.stateInSteps(point, paths))
      if (state === undefined || points.of(state.path) === point) yield state;
}

/** Of each path the version with a content that comes next to what is no longer kept. */
export function nearestOf(
  timeline: TimelineReader,
  { target, within }: RestoreRequest,
  paths: readonly RelPath[],
): { readonly path: RelPath; readonly nearest: SnapshotId | undefined }[] {
  const points = targetPoints(target, within);
  return paths.map((path) => {
    const point = points.of(path);
    const nearest = point === undefined ? undefined : timeline.nearestKept(path, point)?.id;
    return { path, nearest };
  });
}

/** Only what is known: nothing is deleted because nobody knows that it was there. */
export function planAbsence(
  timeline: TimelineReader,
  { target, within }: RestoreRequest,
): (path: RelPath) => boolean {
  const points = targetPoints(target, within);
  const read = new Map<Point, (path: RelPath) => PastState>();
  return (path) => {
    const point = points.of(path);
    if (point === undefined) return false;
    const stateOf = read.get(point) ?? timeline.pathsAt(point);
    read.set(point, stateOf);
    return stateOf(path).kind === "absent";
  };
}
