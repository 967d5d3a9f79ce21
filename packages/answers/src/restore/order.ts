import type { Order } from "../orders/order.ts";
import { hasEffect } from "../orders/outcomes.ts";
import { requirePlan } from "../orders/require-plan.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import {
  carryOutRestore,
  type PlannedRestore,
  planRestore,
  readRestore,
  readWarnings,
} from "./plan-restore.ts";
import type { RestoreQuestion } from "./question.ts";
import { plannedRestoreAnswer, restoredAnswer } from "./restore-answer.ts";
import type { PlannedRestoreAnswer, RestoredAnswer } from "./shape.ts";

/** Brings files back. As it was planned is what comes of it where there is nothing to do. */
export const restoreOrder: Order<
  RestoreQuestion,
  PlannedRestoreAnswer,
  RestoredAnswer | PlannedRestoreAnswer
> = {
  plan: async (asker, asked, home) =>
    plannedRestoreAnswer(await readPlannedRestore(asker, asked, home), { isDryRun: true }),
  carryOut: async (asker, asked, home, { plan, argv, ...orderer }) => {
    const planned = await readPlannedRestore(asker, asked, home);
    requirePlan(plan, [planned.plan.id], "restored");
    if (!hasEffect(planned.actions)) return plannedRestoreAnswer(planned, { isDryRun: false });
    const outcome = await carryOutRestore(home, planned, argv, orderer);
    return restoredAnswer(asker, planned, outcome);
  },
};

/** A restore as it is planned right now. */
export async function readPlannedRestore(
  asker: Asker,
  asked: RestoreQuestion,
  home: OpenHome,
): Promise<PlannedRestore> {
  const restore = await readRestore(asker, asked, home);
  return await planRestore(restore, await readWarnings(asker, restore.scope));
}
