import type { RelPath, SnapshotId } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Snapshot } from "@unf/core/timeline";

/** A span of a timeline: the rows beyond `from`, up to `to`. 0 stands before the first row. */
export interface Span {
  readonly from: SnapshotId | 0;
  /** The newest row when left out. */
  readonly to?: SnapshotId | 0;
}

/** A path whose recorded state differs between the two ends of a span. */
export interface ChangedPath {
  readonly path: RelPath;
  /** Row at the beginning; `undefined` when the path held nothing then, or nothing kept. */
  readonly before: Snapshot | undefined;
  /** The same at the end. */
  readonly after: Snapshot | undefined;
}

/**
 * The paths that differ between the two ends of a span, the one changed last first. Looks at the rows
 * of the span only, and only as far as it is asked to: what was changed and changed back costs two
 * lookups, what was never touched costs nothing.
 */
export function* changedSince(
  timeline: TimelineReader,
  { from, to }: Span,
  within: readonly RelPath[] = [],
): Generator<ChangedPath> {
  const seen = new Set<RelPath>();
  const bound = to === undefined ? {} : { after: (to + 1) as SnapshotId };
  const rows = timeline.find({ within, interim: true, order: "newest", ...bound });
  for (const row of rows) {
    if (row.id <= from) return;
    // Only the newest row of a path says what stands there at the end.
    if (seen.has(row.path)) continue;
    seen.add(row.path);
    const was = timeline.pathAt(row.path, { id: from as SnapshotId });
    const before = was.kind === "kept" ? was.row : undefined;
    const after = presence(row);
    // A content that is no longer kept may have been any.
    if (was.kind === "thinned" || !isSameState(before, after))
      yield { path: row.path, before, after };
  }
}

/** True when the recorded tree differs between the two ends of a span. Stops at the first difference. */
export function hasChanges(
  timeline: TimelineReader,
  span: Span,
  within: readonly RelPath[] = [],
): boolean {
  return changedSince(timeline, span, within).next().done !== true;
}

/** A deletion is the absence of the file, as if there had never been one. */
function presence(row: Snapshot): Snapshot | undefined {
  return row.hash === null ? undefined : row;
}

function isSameState(one: Snapshot | undefined, other: Snapshot | undefined): boolean {
  return one?.hash === other?.hash && one?.mode === other?.mode;
}
