import { isDone, type OrderAction } from "@unf/core/orders";
import type { Applied } from "@unf/engine";

/** The files to report; in brief those to which more happened than the plan says, or nothing. */
export function reportedOf<A extends OrderAction>(
  applied: readonly Applied<A>[],
  isBrief = false,
): readonly Applied<A>[] {
  if (!isBrief) return applied;
  return applied.filter(
    ({ action, rescued, unkept }) =>
      rescued !== undefined || unkept !== undefined || !isDone({ action: action.kind }),
  );
}
