import { type RelPath, type SnapshotId, type Steps, UnfError } from "@unf/core/base";
import { requireReach, type TimelineReader } from "@unf/core/ports";
import { type RestoreRequest, targetPoints } from "@unf/core/restore";
import type { KeptState, PastState, Point, ThinnedState } from "@unf/core/timeline";
import { eachHead } from "../../base/each-head.ts";

/** A file that stood at a path, kept or not. */
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

/** Recorded files on disk that are newer than the target, as far as they are asked for. */
export function* findNewer(
  timeline: TimelineReader,
  request: RestoreRequest,
  isNewer: (path: RelPath) => boolean,
): Steps<RelPath[]> {
  const newer: RelPath[] = [];
  for (const path of headPaths(timeline, request)) {
    if (isNewer(path)) newer.push(path);
    yield;
  }
  // Of scopes that lie in each other a path is found twice.
  return request.within.length > 1 ? [...new Set(newer)] : newer;
}

/** Recorded files on disk in the scope of the request. */
function* headPaths(timeline: TimelineReader, request: RestoreRequest): Generator<RelPath> {
  if ("version" in request.target) return;
  const scopes = request.within.length === 0 ? ["" as RelPath] : request.within;
  for (const within of scopes) for (const { path } of eachHead(timeline, within)) yield path;
}
