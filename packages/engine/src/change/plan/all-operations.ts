import { isWithin } from "@unf/core/base";
import { orderDone } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import type { Operation } from "@unf/core/timeline";
import { eachStep } from "./each-step.ts";

const pageOperations = 1000;

/** Newest first, by when they were done. */
export function allOperations(timeline: TimelineReader): Operation[] {
  const all: Operation[] = [];
  for (;;) {
    const page = timeline.operations(pageOperations, all.at(-1)?.id);
    all.push(...page);
    if (page.length < pageOperations) break;
  }
  return orderDone(all, timeline.handovers(), ({ id }, { path: directory }) => {
    let isAny = false;
    for (const { path } of eachStep(timeline, id)) {
      if (!isWithin(directory, path)) return false;
      isAny = true;
    }
    return isAny;
  });
}
