import { type Clock, type Forgetting, planMeant, type SnapshotId, type Timeline } from "@unf/core";
import { Slice } from "../sweep/slice.ts";
import { eachForgettable } from "./read-forget-plan.ts";

export interface ForgetRowsPorts {
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly sliceMs: number;
}

/** Rows deleted in one transaction. */
const batchRows = 1000;

/**
 * Deletes every row that the orders mean, and finds out which contents nothing refers to any more. Rows
 * deleted. May be repeated: what is gone is not looked for.
 */
export async function forgetRows(
  { timeline, clock, sliceMs }: ForgetRowsPorts,
  orders: readonly Forgetting[],
  argv: readonly string[],
): Promise<number> {
  const slice = new Slice(clock, sliceMs);
  const isMeant = planMeant(orders);
  const ids: SnapshotId[] = [];
  for (const { row, isTop } of eachForgettable(timeline)) {
    if (isMeant(row, isTop)) ids.push(row.id);
    if (slice.isOver()) await slice.next();
  }
  let deleted = 0;
  let pruning: number | undefined;
  for (let at = 0; at < ids.length; at += batchRows) {
    const done = timeline.deleteSnapshots({
      ids: ids.slice(at, at + batchRows),
      cause: "forget",
      argv,
      at: clock.wall(),
      whole: true,
      ...(pruning === undefined ? {} : { extend: pruning }),
    });
    pruning = done.pruning;
    deleted += done.deleted;
    await slice.next();
  }
  // Nothing comes back that was deleted earlier, also where nobody meant it.
  timeline.dropPruned();
  while (timeline.settleReleased()) if (slice.isOver()) await slice.next();
  return deleted;
}
