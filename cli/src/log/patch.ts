import type { SnapshotQuery } from "@unf/core";
import type { ProjectReader } from "@unf/wiring";
import { type FileDiff, readFileDiff } from "../diff/file-diff.ts";
import { recordedSide } from "../diff/sides.ts";
import type { ListedVersion } from "./listing.ts";

/** What a version changed, seen from the version of the file before it. */
export function readVersionDiff(
  { source, snapshot }: ListedVersion,
  { interim }: Pick<SnapshotQuery, "interim">,
): FileDiff | undefined {
  const before = previousOf(source, snapshot, interim);
  const change = {
    before: before === undefined ? undefined : recordedSide(source, before),
    after: recordedSide(source, snapshot),
  };
  if (change.before === undefined && change.after === undefined) return undefined;
  return readFileDiff(change, contextLines);
}

/** The version a listing shows before this one: of the same file, or of the one it was renamed from. */
export function previousOf(
  { timeline }: ProjectReader,
  snapshot: ListedVersion["snapshot"],
  interim: boolean,
): ListedVersion["snapshot"] | undefined {
  if (snapshot.renamedFrom === null) return timeline.previous(snapshot.id, !interim);
  // The deletion of the old name is recorded beside the rename, so its last content is what counts.
  const rows = timeline.find({
    within: [snapshot.renamedFrom],
    interim,
    after: snapshot.id,
    order: "newest",
  });
  for (const row of rows) if (row.path === snapshot.renamedFrom && row.hash !== null) return row;
  return undefined;
}

const contextLines = 3;
