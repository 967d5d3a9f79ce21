import type { Asker, OpenHome } from "../ports/asker.ts";
import type { Orderer } from "./send-order.ts";

/** An order from the question to its outcome, over plain values. */
export interface Order<Asked, Plan, Outcome> {
  /** Says what it would do right now, and changes nothing. */
  plan(asker: Asker, asked: Asked, home: OpenHome): Promise<Plan>;
  /** Throws `conflict` where its plan is no longer the one that was shown. */
  carryOut(asker: Asker, asked: Asked, home: OpenHome, terms: Terms): Promise<Outcome>;
}

/** How an order is carried out. */
export interface Terms extends Orderer {
  /**
   * The plan that was shown: files that have changed since make it another. Without it whatever is planned
   * now.
   */
  readonly plan?: string | undefined;
  /** The words that are kept with the operation. */
  readonly argv: readonly string[];
}
