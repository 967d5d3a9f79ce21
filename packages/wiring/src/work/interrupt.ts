import { type AbsPath, pathFromColumn } from "@unf/core/base";
import type { Orders } from "@unf/engine";
import type { InterruptParams, InterruptReply } from "@unf/protocol";

/** Asks that an order ends early, and says how far it is. */
export function answerInterrupt(
  orders: Orders,
  { root, plan }: InterruptParams,
  how: { readonly isLeft: boolean },
): InterruptReply {
  const order = orders.interrupt({ root: pathFromColumn(root) as string as AbsPath, plan }, how);
  if (order === undefined) return { phase: "none", operation: null, done: 0, total: null };
  const { phase, operation, done, total } = order;
  return { phase, operation, done, total };
}
