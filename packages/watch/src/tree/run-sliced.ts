import { setImmediate as nextTurn } from "node:timers/promises";

/** Unit: milliseconds. Long enough to be cheap, short enough that the process still answers. */
const sliceMs = 8;

/** Unit: milliseconds. A new directory of everyday size is walked in one go. */
const brieflyMs = 50;

/** Runs the steps to their end, letting other work go first after every slice of a few milliseconds. */
export async function runSliced(steps: Iterable<void>): Promise<void> {
  let sliceEnd = performance.now() + sliceMs;
  for (const _ of steps) {
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + sliceMs;
  }
}

/** Runs steps for a moment at most; false when there are more of them: the rest is for `runSliced`. */
export function runBriefly(steps: Iterator<void>): boolean {
  const end = performance.now() + brieflyMs;
  while (steps.next().done !== true) if (performance.now() >= end) return false;
  return true;
}
