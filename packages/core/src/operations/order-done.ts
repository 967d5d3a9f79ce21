import type { Handover } from "../timeline/handover.ts";
import type { Operation } from "../timeline/operation.ts";

/**
 * Operations in the order in which they were done, newest first, from the order of their numbers, newest
 * first: those that came along with a directory that was handed back have higher numbers than what was
 * done here meanwhile. What came with one directory keeps its order, whatever the clock did.
 *
 * `isBelow`: all that an operation touched lies at or below the hand-over's directory. It is asked of
 * those from the time of a hand-over, in which nothing else could touch that.
 */
export function orderDone(
  operations: readonly Operation[],
  handovers: readonly Handover[],
  isBelow: (operation: Operation, handover: Handover) => boolean,
): Operation[] {
  let own: readonly Operation[] = operations;
  const came: Operation[][] = [];
  for (const handover of handovers) {
    const { from, to } = handover;
    if (to === null) continue;
    const split = Map.groupBy(
      own,
      (one) => one.startedAt >= from && one.startedAt <= to && isBelow(one, handover),
    );
    own = split.get(false) ?? [];
    came.push(split.get(true) ?? []);
  }
  return came.reduce(merge, [...own]);
}

/** Two lists, each newest first, as one by time. */
function merge(own: readonly Operation[], came: readonly Operation[]): Operation[] {
  const merged: Operation[] = [];
  let next = 0;
  for (const one of own) {
    for (let other = came[next]; other !== undefined && other.startedAt > one.startedAt; ) {
      merged.push(other);
      next += 1;
      other = came[next];
    }
    merged.push(one);
  }
  return [...merged, ...came.slice(next)];
}
