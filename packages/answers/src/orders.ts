import { checkpointChangeOrder, checkpointOrder } from "./checkpoints/order.ts";
import { bringBackOrder } from "./deleted/order.ts";
import { oopsOrder } from "./oops/order.ts";
import type { Order, Terms } from "./orders/order.ts";
import type { Asker } from "./ports/asker.ts";
import { restoreOrder } from "./restore/order.ts";
import { partOrder } from "./restore/part-order.ts";
import { undoOrder } from "./undo/order.ts";

const orders = {
  bringBack: bringBackOrder,
  checkpoint: checkpointOrder,
  checkpointChange: checkpointChangeOrder,
  oops: oopsOrder,
  restore: restoreOrder,
  restorePart: partOrder,
  undo: undoOrder,
};

/**
 * Orders by name: what is asked for, what the plan for it says, and what came of it. All of them are plain
 * values.
 */
export type Orders = {
  readonly [N in keyof typeof orders]: (typeof orders)[N] extends Order<
    infer Asked,
    infer Plan,
    infer Outcome
  >
    ? { readonly asked: Asked; readonly plan: Plan; readonly outcome: Outcome }
    : never;
};

/** Says what an order would do right now, and changes nothing. */
export async function planOrder<N extends keyof Orders>(
  asker: Asker,
  name: N,
  asked: Orders[N]["asked"],
): Promise<Orders[N]["plan"]> {
  return orderOf(name).plan(asker, asked, await asker.openHome());
}

/** Carries out an order. Throws `conflict` where its plan is no longer the one that was shown. */
export async function carryOutOrder<N extends keyof Orders>(
  asker: Asker,
  name: N,
  asked: Orders[N]["asked"],
  terms: Terms,
): Promise<Orders[N]["outcome"]> {
  return orderOf(name).carryOut(asker, asked, await asker.openHome(), terms);
}

type OrderOf<N extends keyof Orders> = Order<
  Orders[N]["asked"],
  Orders[N]["plan"],
  Orders[N]["outcome"]
>;

function orderOf<N extends keyof Orders>(name: N): OrderOf<N> {
  const all: { readonly [M in keyof Orders]: OrderOf<M> } = orders;
  return all[name];
}
