import type { RelPath, SnapshotId, Steps } from "@unf/core/base";
import type { FileSystem, TimelineReader } from "@unf/core/ports";
import type { Point, Snapshot } from "@unf/core/timeline";
import { changedSince } from "@unf/engine/checkpoints";
import type { ProjectReader } from "../ports/history.ts";
import { eachHead } from "../scope/each-head.ts";
import { type FileChange, gitMode } from "./file-change.ts";
import { diskSide, hasSameContent, type Part, recordedSide } from "./sides.ts";

/**
 * True when the two recorded states differ. Looks at the rows between them, the newest first, and
 * stops at the first file that differs.
 */
export function* isDifferentBetween(
  { timeline }: ProjectReader,
  points: { readonly from: Point; readonly to: Point },
  { within, matches }: Part,
): Steps<boolean> {
  const span = { from: rowAt(timeline, points.from), to: rowAt(timeline, points.to) };
  for (const { path, before, after } of changedSince(timeline, span, within)) {
    if (matches(path) && isOtherFile(before, after)) return true;
    yield;
  }
  return false;
}

/**
 * True when the disk differs from the recorded state. What was recorded since is looked at first;
 * then every recorded file, of which only those are read that are not as they were recorded.
 */
export function* isDifferentOnDisk(
  reader: ProjectReader,
  fs: FileSystem,
  point: Point,
  { within, matches }: Part,
): Steps<boolean> {
  const { timeline } = reader;
  const from = rowAt(timeline, point);
  const seen = new Set<RelPath>();
  const differs = (path: RelPath, before: Snapshot | undefined): boolean =>
    hasEffect({
      before: before && recordedSide(reader, before),
      after: diskSide(reader, fs, path, timeline.head(path)),
    });
  for (const { path, before } of changedSince(timeline, { from }, within)) {
    seen.add(path);
    if (matches(path) && differs(path, before)) return true;
    yield;
  }
  for (const head of eachHead(reader, within)) {
    yield;
    if (seen.has(head.path) || !matches(head.path)) continue;
    // Nothing was recorded of it since, so it stands as it was unless the disk says otherwise.
    if (diskSide(reader, fs, head.path, head)?.hash === head.hash) continue;
    const was = timeline.pathAt(head.path, { id: from as SnapshotId });
    if (differs(head.path, was.kind === "kept" ? was.row : undefined)) return true;
  }
  return false;
}

/** True when the change would show in a patch. */
export function hasEffect({ before, after }: FileChange): boolean {
  if (before === undefined || after === undefined) return before !== after;
  if (before.path !== after.path || gitMode(before.mode) !== gitMode(after.mode)) return true;
  return !hasSameContent(before, after);
}

function isOtherFile(before: Snapshot | undefined, after: Snapshot | undefined): boolean {
  // It was there, and what was in it nobody knows.
  if (before === undefined && after === undefined) return true;
  if (before === undefined || after === undefined) return before !== after;
  return before.hash !== after.hash || gitMode(before.mode) !== gitMode(after.mode);
}

/** The newest row that counts at a point; 0 before the first. */
function rowAt(timeline: TimelineReader, point: Point): SnapshotId | 0 {
  if ("id" in point) return point.id;
  const newest = { within: [], interim: true, until: point.at, order: "newest" } as const;
  for (const { id } of timeline.find(newest)) return id;
  return 0;
}
