import type { Slice } from "../sweep/slice.ts";

/** Work that can pause: it yields wherever something else may have its turn. */
export type Steps<T> = Generator<undefined, T>;

/** Does it all at once, as a program may that serves nobody meanwhile. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does it so that nothing else waits longer than a slice. `check` may throw after each. */
export async function inSlices<T>(
  slice: Slice,
  steps: Steps<T>,
  check: () => void = () => undefined,
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (!slice.isOver()) continue;
    await slice.next();
    check();
  }
}
