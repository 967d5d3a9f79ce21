import { agedRecords, type WallMs } from "@unf/core";
import { allOperations } from "../operations/all-operations.ts";
import type { Project } from "../project/project.ts";

/**
 * Deletes the steps of operations that are older than `keptMs` (`null`: of none), a few at a time between
 * which everything else has its turn. From then on no undo takes them back. Gives how many operations.
 */
export async function ageRecords(
  project: Project,
  { now, keptMs }: { readonly now: WallMs; readonly keptMs: number | null },
  breathe: () => Promise<void>,
): Promise<number> {
  const { timeline } = project.ports;
  const journals = timeline.journals();
  if (journals.length === 0) return 0;
  await breathe();
  const aged = agedRecords(allOperations(timeline), journals, { now, keptMs });
  for (const { operation } of aged) {
    for (let dropped = 1; dropped > 0; ) {
      dropped = await project.exclusively(async () => timeline.dropJournal(operation));
      await breathe();
    }
  }
  return aged.length;
}
