import type { Order } from "../orders/order.ts";
import { requirePlan } from "../orders/require-plan.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { openScope } from "../scope/open-scope.ts";
import {
  awaitFinished,
  carryOutInversion,
  type Inversion,
  isHopeless,
  isPending,
  planInversion,
} from "./plan-inversion.ts";
import type { InversionQuestion } from "./question.ts";
import type { UndoAnswer } from "./shape.ts";
import { undoAnswer } from "./undo-answer.ts";

/** Takes back an operation, or does again what was taken back. */
export const undoOrder: Order<InversionQuestion, UndoAnswer, UndoAnswer> = {
  plan: async (asker, asked, home) => {
    const inversion = await readInversion(asker, asked, home);
    return undoAnswer(inversion, { operation: null, actions: inversion.actions }, true);
  },
  carryOut: async (asker, asked, home, { plan, argv, ...orderer }) => {
    const inversion = await readInversion(asker, asked, home);
    requirePlan(plan, [inversion.plan.id], "done");
    const { actions } = inversion;
    if (isHopeless(inversion)) return undoAnswer(inversion, { operation: null, actions }, false);
    return undoAnswer(inversion, await carryOutInversion(home, inversion, argv, orderer), false);
  },
};

async function readInversion(
  asker: Asker,
  asked: InversionQuestion,
  home: OpenHome,
): Promise<Inversion> {
  const scope = openScope(asker, home, []);
  try {
    return await planInversion(asker, scope, asked);
  } catch (thrown) {
    if (!isPending(thrown)) throw thrown;
    await awaitFinished(home, scope);
    return await planInversion(asker, scope, asked);
  }
}
