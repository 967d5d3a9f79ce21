import { invariant } from "../base/invariant.ts";
import { applyHunks } from "./apply.ts";
import { diffLines } from "./diff.ts";
import type { Hunk } from "./hunk.ts";

/** The difference between two texts in the parts a person may choose: the hunks that `unf diff` shows. */
export function splitHunks(now: Uint8Array, wanted: Uint8Array): readonly Hunk[] {
  return diffLines(now, wanted).hunks;
}

/**
 * The text `now` with the chosen hunks of `splitHunks`, counted from 0, taken over from `wanted`;
 * `undefined` when one of them is not there.
 */
export function chooseHunks(
  now: Uint8Array,
  wanted: Uint8Array,
  chosen: readonly number[],
): Uint8Array<ArrayBuffer> | undefined {
  const hunks = splitHunks(now, wanted);
  if (chosen.some((index) => hunks[index] === undefined)) return undefined;
  const outcome = applyHunks(
    now,
    hunks.filter((_, index) => chosen.includes(index)),
  );
  invariant(outcome.kind === "applied", "hunks fit the text that they were made of");
  return outcome.bytes;
}
