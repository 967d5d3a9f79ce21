import { absPathToColumn, invariant, UnfError } from "@unf/core/base";
import { refuseName } from "@unf/core/checkpoints";
import type { Checkpoint } from "@unf/core/timeline";
import type { Progress } from "@unf/protocol";
import { checkpointFields } from "../parts/marks.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import type { CheckpointQuestion } from "./question.ts";
import type { PlannedCheckpointAnswer, SetCheckpointAnswer } from "./shape.ts";

/** A checkpoint that may be set, and on which project. */
export interface PlannedCheckpoint {
  readonly scope: OpenScope;
  readonly question: CheckpointQuestion;
}

export interface SetCheckpoint {
  readonly scope: OpenScope;
  readonly checkpoint: Checkpoint;
  /** False where nothing has changed since one that says the same: this is that one. */
  readonly created: boolean;
}

/** Finds the project that is meant. Throws `usage` for a label that is none. */
export async function planCheckpoint(
  asker: Asker,
  question: CheckpointQuestion,
  home: OpenHome,
): Promise<PlannedCheckpoint> {
  checkLabel(question.label);
  return { scope: openScope(asker, home, []), question };
}

/** Throws `usage` for one that is none. */
export function checkLabel(label: string | undefined): void {
  const refusal = label === undefined ? undefined : refuseName(label);
  if (refusal !== undefined)
    throw new UnfError("usage", refusal, { hint: "unf checkpoint --help" });
}

/** Records what is on disk and sets the checkpoint on it. */
export async function setCheckpoint(
  { wiring, reader }: OpenHome,
  { scope, question }: PlannedCheckpoint,
  onProgress?: (progress: Progress) => void,
): Promise<SetCheckpoint> {
  const { label = null, message = null, payload = null, pinned } = question;
  await using writer = await wiring.openWriter(reader.home, "process");
  const root = absPathToColumn(scope.project.root);
  const params = { root, label, message, payload_b64: payload, pinned };
  const { id, created } = await writer.request("checkpoint", params, onProgress);
  const checkpoint = scope.reader.timeline.checkpoints().find((one) => one.id === id);
  invariant(checkpoint !== undefined, `checkpoint ${id} was set and is not there`);
  return { scope, checkpoint, created };
}

export function plannedCheckpointAnswer({
  scope,
  question,
}: PlannedCheckpoint): PlannedCheckpointAnswer {
  const { label = null } = question;
  return {
    ...pathFields("root", scope.project.root),
    dry_run: true,
    id: null,
    name: label,
    label,
    created: false,
  };
}

export function setCheckpointAnswer({
  scope: { project },
  checkpoint,
  created,
}: SetCheckpoint): SetCheckpointAnswer {
  return {
    ...pathFields("root", project.root),
    dry_run: false,
    ...checkpointFields(checkpoint),
    created,
    // A bookmark copies nothing: what it adds is what came with it.
    new_bytes: created ? (checkpoint.payloadBytes ?? 0) : 0,
  };
}
