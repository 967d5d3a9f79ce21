import { UnfError } from "@unf/core/base";
import { findCheckpoint } from "@unf/core/checkpoints";
import { nearestName } from "@unf/core/config";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import type { Checkpoint } from "@unf/core/timeline";

/** The checkpoint that a word means: `3`, `cp:3`, a label, `cp:<label>`. Throws `not_found`. */
export function requireCheckpoint(timeline: TimelineReader, word: string): Checkpoint {
  const found = findCheckpoint(timeline.checkpoints(), checkpointWord(word));
  if (found !== undefined) return found;
  throw new UnfError("not_found", `there is no checkpoint ${word.slice(0, 100)} in this project`, {
    hint: suggestLabel(timeline, word) ?? "unf checkpoint --list",
  });
}

/** A question for whoever mistyped the label of a checkpoint; `undefined` where none is near. */
export function suggestLabel(
  timeline: Pick<TimelineReader, "checkpoints">,
  word: string,
): string | undefined {
  const labels = timeline.checkpoints().flatMap(({ label }) => label ?? []);
  const near = nearestName(checkpointWord(word), labels);
  return near === undefined ? undefined : `did you mean ${escapeForDisplay(near)}?`;
}

/** A checkpoint's number or label without the `cp:` that it may be written with. */
export function checkpointWord(word: string): string {
  return word.trim().replace(/^cp:/i, "").trim();
}
