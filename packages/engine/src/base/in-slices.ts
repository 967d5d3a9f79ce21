import type { Steps } from "@unf/core/base";
import type { Slice } from "./slice.ts";

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
