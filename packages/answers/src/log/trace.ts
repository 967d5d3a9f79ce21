import type { RelPath, SnapshotId } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";

/** The rows in which a file had one name: from its arrival there to the next one. */
export interface Segment {
  readonly path: RelPath;
  /** The rename that brought it to this path; 0 when it was never anywhere else before. */
  readonly from: SnapshotId | 0;
  /** The rename that took it away; `undefined` for the name that was asked for. */
  readonly below: SnapshotId | undefined;
}

/**
 * Follows a file back through its names, the newest first. Before a rename the path may have been
 * another file's; that is left out. Empty for a path that never was a file.
 */
export function readTrace(timeline: TimelineReader, path: RelPath): Segment[] {
  if (timeline.firstOf(path) === undefined) return [];
  const segments: Segment[] = [];
  for (let name = path, below: SnapshotId | undefined; ; ) {
    const arrival = readArrival(timeline, name, below);
    segments.push({ path: name, from: arrival?.id ?? 0, below });
    if (arrival === undefined || arrival.renamedFrom === null) return segments;
    name = arrival.renamedFrom;
    below = arrival.id;
  }
}

function readArrival(timeline: TimelineReader, path: RelPath, below: SnapshotId | undefined) {
  const renames = timeline.find({
    within: [path],
    events: ["rename"],
    interim: false,
    order: "newest",
    ...(below === undefined ? {} : { after: below }),
  });
  for (const row of renames) if (row.path === path) return row;
  return undefined;
}
