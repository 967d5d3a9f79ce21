import { type RelPath, type SnapshotId, UnfError } from "@unf/core/base";
import { requireReach, type TimelineReader } from "@unf/core/ports";
import type { RestoreRequest } from "@unf/core/restore";
import type { KeptState, ThinnedState } from "@unf/core/timeline";

/**
 * The states that the request leads back to. Throws `not_found` before the start of the history.
 */
export function readTarget(
  timeline: TimelineReader,
  request: RestoreRequest,
): Iterable<KeptState | ThinnedState> {
  const { target } = request;
  if (!("version" in target)) {
    requireReach(timeline, target);
    return timeline.stateAt(target, request.within);
  }
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
  const path = request.within[0] ?? snapshot.path;
  return [{ kind: "kept", path, row: { ...snapshot, path } }];
}

/** The version with a content that comes next to what is no longer kept. */
export function nearestOf(
  timeline: TimelineReader,
  path: RelPath,
  { target }: RestoreRequest,
): SnapshotId | undefined {
  return "version" in target ? undefined : timeline.nearestKept(path, target)?.id;
}

/** Only what is known: nothing is deleted because nobody knows that it was there. */
export function planAbsence(
  timeline: TimelineReader,
  { target }: RestoreRequest,
): (path: RelPath) => boolean {
  if ("version" in target) return () => false;
  const stateOf = timeline.pathsAt(target);
  return (path) => stateOf(path).kind === "absent";
}
