import { setImmediate as nextTurn } from "node:timers/promises";

/** Unit: milliseconds. Long enough to be cheap, short enough that the process still answers. */
const sliceMs = 8;

/** Runs the steps to their end, letting other work go first after every slice of a few milliseconds. */
export async function runSliced(steps: Iterable<void>): Promise<void> {
  let sliceEnd = performance.now() + sliceMs;
  for (const _ of steps) {
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + sliceMs;
  }
}

/** Runs the steps to their end at once. */
export function runAtOnce(steps: Iterable<void>): void {
  for (const _ of steps);
}
