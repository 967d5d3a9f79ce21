import type { WallMs } from "../base/brand.ts";
import { decideRedo, decideUndo } from "../operations/undo-target.ts";
import type { Journal, Operation } from "../timeline/operation.ts";

/**
 * Of the operations those whose records go: finished longer ago than `keptMs`, and neither what the next
 * undo nor what the next redo takes back. One that names rescues stays, since they may be somebody's only
 * copy, and so does one of which nobody knows how old it is. `operations` are all there are, newest first.
 */
export function agedRecords(
  operations: readonly Operation[],
  journals: readonly Journal[],
  { now, keptMs }: { readonly now: WallMs; readonly keptMs: number | null },
): readonly Journal[] {
  const next = [decideUndo(operations, null), decideRedo(operations, null)];
  const needed = new Set(next.map((one) => (one.kind === "invert" ? one.inverts.id : undefined)));
  const finished = new Map(operations.map(({ id, finishedAt }) => [id, finishedAt]));
  const isAged = ({ operation, hasRescues }: Journal) => {
    const at = finished.get(operation) ?? null;
    if (keptMs === null || at === null || hasRescues || needed.has(operation)) return false;
    return now - at > keptMs;
  };
  return journals.filter((journal) => journal.isCut || isAged(journal));
}
