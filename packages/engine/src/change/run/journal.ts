import type { Timeline } from "@unf/core/ports";
import type { Order } from "../../site/orders.ts";
import type { Site } from "../../site/site.ts";
import { journalStep, type StagedStep } from "../stage/stage.ts";

/** Writes an operation down with the first slice of its steps. Gives its number. */
export function beginJournal(
  { ports }: Site,
  operation: Parameters<Timeline["startOperation"]>[0],
  steps: readonly StagedStep[],
): number {
  const first = steps.slice(0, ports.limits.journalSteps).map(journalStep);
  return ports.timeline.startOperation(operation, first);
}

/**
 * Writes the other slices; others have their turn in between. Nothing is to be staged before all of it
 * is written: one that is cut off here is given up like any other that is not committed.
 */
export async function endJournal(
  { ports }: Site,
  id: number,
  { steps, atWork }: { readonly steps: readonly StagedStep[]; readonly atWork: Order },
): Promise<void> {
  const slice = ports.limits.journalSteps;
  for (let from = slice; from < steps.length; from += slice) {
    await atWork.breathe();
    ports.timeline.addSteps(id, steps.slice(from, from + slice).map(journalStep));
  }
}
