import { joinPath, type SnapshotId } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ActionOutcome } from "@unf/core/orders";
import type { FileSystem } from "@unf/core/ports";
import type { ProjectReader } from "../ports/history.ts";
import type { FileSide } from "./file-change.ts";
import { type FileDiff, readFileDiff } from "./file-diff.ts";
import { recordedSide } from "./sides.ts";

/**
 * Lines that a planned order would change in one file, from those on disk to those it would write.
 * `undefined` where nothing would be written or removed, and where that is not recorded, as a merge.
 */
export function readOutcomeDiff(
  reader: ProjectReader,
  fileSystem: FileSystem,
  { path, action, to, merged }: ActionOutcome,
): FileDiff | undefined {
  if ((action !== "write" && action !== "delete") || merged) return undefined;
  const row = to === null ? undefined : reader.timeline.snapshot(to as SnapshotId);
  if (action === "write" && row === undefined) return undefined;
  const place = joinPath(reader.project.root, path);
  const stat = fileSystem.lstat(place);
  const read = () => {
    const found = fileSystem.read(place, limits.capture.fileBytesMax, reader.project.root);
    return found.kind === "content" ? found.bytes : undefined;
  };
  const before: FileSide | undefined =
    stat === undefined
      ? undefined
      : {
          path,
          read,
          ...{ mode: stat.mode, bytes: Number(stat.size), hash: undefined, snapshot: undefined },
        };
  const after = row === undefined ? undefined : recordedSide(reader, { ...row, path });
  if (before === undefined && after === undefined) return undefined;
  return readFileDiff({ before, after }, contextLines);
}

const contextLines = 3;
