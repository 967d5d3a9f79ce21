import type { TimelineReader } from "@unf/core/ports";
import type { JournalStep } from "@unf/core/timeline";

const pageSteps = 500;

/** The steps of an operation in the order of its plan, a page at a time. */
export function* eachStep(timeline: TimelineReader, operation: number): Generator<JournalStep> {
  for (let from = 0; ; from += pageSteps) {
    const page = timeline.steps(operation, from, pageSteps);
    yield* page;
    if (page.length < pageSteps) return;
  }
}
