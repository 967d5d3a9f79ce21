import { limits } from "../config/limits.ts";
import type { Checkpoint } from "../timeline/checkpoint.ts";

const { labelCharsMax } = limits.checkpoint;

/** Says why a text cannot be kept as a checkpoint's label; `undefined` when it can. */
export function refuseLabel(label: string): string | undefined {
  if (label.trim() === "") return "a name is not empty";
  if (label.length > labelCharsMax) return `a name has at most ${labelCharsMax} characters`;
  return /[\p{Cc}\u2028\u2029]/u.test(label) ? "a name is one line" : undefined;
}

/**
 * Says why a label cannot be chosen by a person, who names checkpoints by it: it would look like one
 * of the other ways to name one. Programs name them by number and may label them as they like.
 */
export function refuseName(label: string): string | undefined {
  if (label.trim() !== label) return "a name has no blanks around";
  if (/^\d+$/.test(label)) return "a name is not a number: checkpoints have numbers of their own";
  if (/^cp:/i.test(label)) return 'a name does not begin with "cp:"';
  return refuseLabel(label);
}

/** How a checkpoint is named where only one name fits: by its number, which nothing else has. */
export function checkpointId({ id }: Pick<Checkpoint, "id">): string {
  return `cp:${id}`;
}

/**
 * The checkpoint that a person means by a number or a label: of several with the label, the newest. A
 * number always is a number, so that `cp:3` means the same for ever. `checkpoints`: newest first.
 */
export function findCheckpoint(
  checkpoints: readonly Checkpoint[],
  name: string,
): Checkpoint | undefined {
  return /^\d+$/.test(name)
    ? checkpoints.find(({ id }) => String(id) === name)
    : checkpoints.find(({ label }) => label === name);
}
