import type { Gap, Snapshot } from "@unf/core/timeline";
import { operationName, versionName } from "./names.ts";
import { pathFields } from "./path-fields.ts";
import type { GapAnswer, SnapshotFields } from "./types.ts";

/** A recorded version as it is shown everywhere. */
export function snapshotFields(snapshot: Snapshot, previous: Snapshot | undefined): SnapshotFields {
  const { counts } = snapshot;
  return {
    id: versionName(snapshot.id),
    ...pathFields("path", snapshot.path),
    kind: snapshot.event,
    at: instant(snapshot.at),
    settled: snapshot.settled,
    bytes: snapshot.bytes,
    lines: counts?.lines ?? null,
    added: counts?.added ?? null,
    removed: counts?.removed ?? null,
    // Present only when the counts are upper bounds.
    ...(counts === null || counts.exact ? {} : { exact: false }),
    hash: snapshot.hash === null ? null : `b3:${snapshot.hash}`,
    mode: snapshot.mode === 0 ? null : snapshot.mode.toString(8),
    cause: snapshot.cause,
    prev: previous === undefined ? null : versionName(previous.id),
    ...(snapshot.renamedFrom === null ? {} : pathFields("renamed_from", snapshot.renamedFrom)),
    ...(snapshot.evidence === undefined ? {} : { evidence: snapshot.evidence }),
    operation: snapshot.operation === null ? null : operationName(snapshot.operation),
    // Present only when its content was not kept: by a setting, or because it could not be recorded.
    ...(snapshot.withheld === true ? { withheld: true } : {}),
    ...(snapshot.unrecordable === undefined ? {} : { unrecordable: snapshot.unrecordable }),
  };
}

/** A span in which versions may be missing. */
export function gapAnswer(gap: Gap): GapAnswer {
  return {
    from: instant(gap.from),
    to: instant(gap.to),
    reason: gap.reason,
    closed_at: gap.closedAt === null ? null : instant(gap.closedAt),
    paths_differed: gap.pathsDiffered,
    // Present only when it is about one file that changed too fast.
    ...(gap.path === undefined
      ? {}
      : { ...pathFields("path", gap.path), states_missed: gap.statesMissed ?? 0 }),
  };
}

/** RFC 3339 in UTC with milliseconds. */
export function instant(at: number): string {
  return new Date(at).toISOString();
}
