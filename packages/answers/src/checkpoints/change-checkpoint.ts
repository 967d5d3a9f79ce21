import { absPathToColumn } from "@unf/core/base";
import type { Checkpoint } from "@unf/core/timeline";
import { checkpointFields } from "../parts/marks.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import { requireCheckpoint } from "../scope/require-checkpoint.ts";
import type { CheckpointChangeQuestion } from "./question.ts";
import type { ChangedCheckpointAnswer } from "./shape.ts";

/** A checkpoint that is to be changed, and how. */
export interface CheckpointChange extends Pick<CheckpointChangeQuestion, "change"> {
  readonly scope: OpenScope;
  readonly checkpoint: Checkpoint;
}

/** Finds the checkpoint that is meant. Throws `not_found`. */
export function planCheckpointChange(
  asker: Asker,
  { word, change }: CheckpointChangeQuestion,
  home: OpenHome,
): CheckpointChange {
  const scope = openScope(asker, home, []);
  return { scope, change, checkpoint: requireCheckpoint(scope.reader.timeline, word) };
}

/** Deletes, pins or unpins it. */
export async function changeCheckpoint(
  { wiring, reader }: OpenHome,
  { scope, change, checkpoint: { id } }: CheckpointChange,
): Promise<void> {
  await using writer = await wiring.openWriter(reader.home, "process");
  const which = { root: absPathToColumn(scope.project.root), id };
  if (change === "delete") await writer.request("checkpoint_delete", which);
  else await writer.request("checkpoint_pin", { ...which, pinned: change === "pin" });
}

/** The checkpoint as it is then, or would be. */
export function changedCheckpointAnswer(
  { scope: { project }, change, checkpoint }: CheckpointChange,
  isDryRun: boolean,
): ChangedCheckpointAnswer {
  const pinned = change === "delete" ? checkpoint.pinned : change === "pin";
  return {
    ...pathFields("root", project.root),
    dry_run: isDryRun,
    ...checkpointFields({ ...checkpoint, pinned }),
    ...(change === "delete" ? { deleted: !isDryRun } : {}),
  };
}
