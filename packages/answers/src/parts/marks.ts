import { pathToColumn } from "@unf/core/base";
import { checkpointId } from "@unf/core/checkpoints";
import type { BurstMark, Checkpoint, Handover } from "@unf/core/timeline";
import { maskName, maskPrompt } from "./mask-prompt.ts";
import { versionName } from "./names.ts";
import { instant } from "./snapshot.ts";
import type { BurstAnswer, CheckpointFields, HandoverAnswer } from "./types.ts";

/** The name of a mass change, which is also the time just before it. */
export function burstName({ id }: BurstMark): string {
  return `burst:${id}`;
}

/** A mass change. `before`: the newest version that is older than it. */
export function burstAnswer(burst: BurstMark): BurstAnswer {
  return {
    id: burstName(burst),
    from: instant(burst.from),
    to: instant(burst.to),
    before: burst.before === 0 ? null : versionName(burst.before),
    changed: burst.changed,
    deleted: burst.deleted,
  };
}

/** The label of a checkpoint as it is shown: what looks like a key in it is masked. */
export function labelOf({ label }: Pick<Checkpoint, "label">): string | null {
  return label === null ? null : maskName(label);
}

/** A checkpoint. `version`: the newest version that belongs to it. */
export function checkpointFields(checkpoint: Checkpoint): CheckpointFields {
  const { message, at, snapshot, files, payloadBytes, pinned } = checkpoint;
  const label = labelOf(checkpoint);
  return {
    id: checkpointId(checkpoint),
    name: label ?? checkpointId(checkpoint),
    label,
    message: message === null ? null : maskPrompt(message),
    at: instant(at),
    version: snapshot === 0 ? null : versionName(snapshot),
    files,
    payload_bytes: payloadBytes,
    pinned,
  };
}

/** A directory that another project recorded. `to` and `taken` are null while it lasts. */
export function handoverAnswer({ path, project, from, to, taken }: Handover): HandoverAnswer {
  return {
    path: pathToColumn(path),
    project,
    from: instant(from),
    to: to === null ? null : instant(to),
    taken,
  };
}
