import type { Checkpoint } from "./checkpoint.ts";

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
