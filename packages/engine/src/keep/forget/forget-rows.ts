import type { SnapshotId } from "@unf/core/base";
import { planForgetTest } from "@unf/core/forget";
import type { Clock, Timeline } from "@unf/core/ports";
import type { Forgetting } from "@unf/core/timeline";
import { Slice } from "../../base/slice.ts";
import { eachForgettable } from "./read-forget-plan.ts";

export interface ForgetRowsPorts {
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly sliceMs: number;
}

/**
 * Removes the traces of deleted rows with the name; where a whole past was meant, the history
 * starts behind it. Of a content that was meant only the content goes.
 */
function forgetTraces(timeline: Timeline, orders: readonly Forgetting[]): void {
  const named = orders.filter(({ kind }) => kind === "path");
  if (named.length > 0) {
    const isMeant = planForgetTest(named);
    timeline.deleteTraces((path, id) => isMeant({ path, id, hash: null }, false));
  }
  for (const { kind, upTo } of orders) {
    if (kind === "before" && upTo > 0) timeline.startAt({ id: upTo as SnapshotId }, []);
  }
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
  const isMeant = planForgetTest(orders);
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
  forgetTraces(timeline, orders);
  timeline.dropEmptyDirectories();
  while (timeline.settleReleased()) if (slice.isOver()) await slice.next();
  return deleted;
}
