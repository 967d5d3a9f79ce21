import { type SnapshotId, UnfError } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Checkpoint } from "@unf/core/timeline";
import { type ChangeStatus, type FileChange, pathOf, statusOf } from "../diff/file-change.ts";
import { hasEffect } from "../diff/find-difference.ts";
import { changesToDisk } from "../diff/sides.ts";
import { inSteps } from "../parts/in-turn.ts";
import { checkpointFields } from "../parts/marks.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import { requireCheckpoint } from "../scope/require-checkpoint.ts";
import type { SinceCheckpointAnswer } from "./shape.ts";

/** Files that differ on disk from a checkpoint. */
export interface SinceCheckpoint {
  readonly project: OpenScope["project"];
  readonly checkpoint: Checkpoint;
  readonly changes: readonly FileChange[];
}

/** Compares the disk with a checkpoint; `word` empty: with the newest one. Throws `not_found`. */
export async function readSinceCheckpoint(
  asker: Asker,
  home: OpenHome,
  word: string,
): Promise<SinceCheckpoint> {
  const { reader, project } = openScope(asker, home, []);
  const checkpoint =
    word === "" ? newest(reader.timeline) : requireCheckpoint(reader.timeline, word);
  const point = { id: checkpoint.snapshot as SnapshotId };
  const everything = { within: [], matches: () => true };
  const fs = await asker.fileSystem();
  const changes = await inSteps(asker, changesToDisk(reader, fs, point, everything));
  return { project, checkpoint, changes: changes.filter(hasEffect) };
}

function newest(timeline: TimelineReader): Checkpoint {
  const [first] = timeline.checkpoints();
  if (first !== undefined) return first;
  throw new UnfError("not_found", "this project has no checkpoint yet", { hint: "unf checkpoint" });
}

export function sinceCheckpointAnswer({
  project,
  checkpoint,
  changes,
}: SinceCheckpoint): SinceCheckpointAnswer {
  return {
    ...pathFields("root", project.root),
    checkpoint: checkpointFields(checkpoint),
    summary: { changed: changes.length, ...countByStatus(changes) },
    files: changes.map(changeAnswer),
  };
}

/** How many files were created, modified, deleted and renamed. */
export function countByStatus(
  changes: readonly FileChange[],
): Omit<SinceCheckpointAnswer["summary"], "changed"> {
  const count = (status: ChangeStatus) =>
    changes.filter((change) => statusOf(change) === status).length;
  return {
    created: count("create"),
    modified: count("modify"),
    deleted: count("delete"),
    renamed: count("rename"),
  };
}

function changeAnswer(change: FileChange): SinceCheckpointAnswer["files"][number] {
  const { before, after } = change;
  const isRename = before !== undefined && statusOf(change) === "rename";
  return {
    ...pathFields("path", pathOf(change)),
    status: statusOf(change),
    ...(isRename ? pathFields("renamed_from", before.path) : {}),
    bytes: after?.bytes ?? 0,
  };
}
