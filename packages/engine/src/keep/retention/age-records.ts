import type { WallMs } from "@unf/core/base";
import { agedRecords } from "@unf/core/retention";
import { allOperations } from "../../change/plan/all-operations.ts";
import type { Site } from "../../site/site.ts";

/**
 * Deletes the steps of operations that are older than `keptMs` (`null`: of none), a few at a time between
 * which everything else has its turn. From then on no undo takes them back. Gives how many operations.
 */
export async function ageRecords(
  site: Site,
  { now, keptMs }: { readonly now: WallMs; readonly keptMs: number | null },
  breathe: () => Promise<void>,
): Promise<number> {
  const { timeline } = site.ports;
  const journals = timeline.journals();
  if (journals.length === 0) return 0;
  await breathe();
  const aged = agedRecords(allOperations(timeline), journals, { now, keptMs });
  for (const { operation } of aged) {
    for (let dropped = 1; dropped > 0; ) {
      dropped = await site.exclusively(async () => timeline.dropJournal(operation));
      await breathe();
    }
  }
  return aged.length;
}
