import type { SnapshotQuery } from "@unf/core/ports";
import { type FileDiff, readFileDiff } from "../diff/file-diff.ts";
import { recordedSide } from "../diff/sides.ts";
import { previousOf } from "../scope/version.ts";
import type { ListedVersion } from "./listing.ts";

/** The changes of a version, seen from the version of the file before it. */
export function readVersionDiff(
  { source, snapshot }: ListedVersion,
  { interim }: Pick<SnapshotQuery, "interim">,
): FileDiff | undefined {
  const before = previousOf(source.timeline, snapshot, interim);
  const change = {
    before: before === undefined ? undefined : recordedSide(source, before),
    after: recordedSide(source, snapshot),
  };
  if (change.before === undefined && change.after === undefined) return undefined;
  return readFileDiff(change, contextLines);
}

const contextLines = 3;
