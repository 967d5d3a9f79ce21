import type { Order } from "../orders/order.ts";
import { hasEffect } from "../orders/outcomes.ts";
import { requirePlan } from "../orders/require-plan.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { openScope } from "../scope/open-scope.ts";
import { oopsAnswer } from "./oops-answer.ts";
import { carryOutOops, type OopsQuestion, planOops, toOopsRequest } from "./plan-oops.ts";
import type { OopsAnswer } from "./shape.ts";

/** Takes back what a turn, a session or a run of changes did. */
export const oopsOrder: Order<OopsQuestion, OopsAnswer, OopsAnswer> = {
  plan: async (asker, asked, home) => {
    const planned = readOops(asker, asked, home);
    return oopsAnswer(asker, planned, { operation: null, actions: planned.actions }, true);
  },
  carryOut: async (asker, asked, home, { plan, argv, ...orderer }) => {
    const planned = readOops(asker, asked, home);
    requirePlan(plan, [planned.plan.id], "done");
    const { actions } = planned;
    const outcome = hasEffect(actions)
      ? await carryOutOops(home, planned, argv, orderer)
      : { operation: null, actions };
    return oopsAnswer(asker, planned, outcome, false);
  },
};

function readOops(asker: Asker, asked: OopsQuestion, home: OpenHome) {
  const scope = openScope(asker, home, asked.paths ?? []);
  return planOops(scope, toOopsRequest(scope, asked));
}
