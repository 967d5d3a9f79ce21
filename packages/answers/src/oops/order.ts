import { warnOfGone } from "../orders/gone-root.ts";
import type { Order } from "../orders/order.ts";
import { hasEffect } from "../orders/outcomes.ts";
import { requirePlan } from "../orders/require-plan.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { openScope } from "../scope/open-scope.ts";
import { chooseNumbered, numberOopsHunks, readOopsFiles } from "./file-parts.ts";
import { oopsAnswer } from "./oops-answer.ts";
import {
  carryOutOops,
  type OopsQuestion,
  type PlannedOops,
  planOops,
  toOopsRequest,
} from "./plan-oops.ts";
import type { OopsAnswer } from "./shape.ts";
import { partOf, requireUnchanged } from "./split-files.ts";

/** Takes back what a turn, a session or a run of changes did, or some hunks of that. */
export const oopsOrder: Order<OopsQuestion, OopsAnswer, OopsAnswer> = {
  plan: async (asker, asked, home) => {
    const { planned, hunks } = await readOops(asker, asked, home);
    const { actions } = planned;
    return oopsAnswer(asker, planned, { operation: null, actions }, true, hunks);
  },
  carryOut: async (asker, asked, home, { plan, argv, ...orderer }) => {
    const { planned, hunks } = await readOops(asker, asked, home);
    requirePlan(plan, [planned.plan.id], "done");
    const { actions } = planned;
    const outcome = hasEffect(actions)
      ? await carryOutOops(home, planned, argv, orderer)
      : { operation: null, actions };
    return oopsAnswer(asker, planned, outcome, false, hunks);
  },
};

interface Read {
  readonly planned: PlannedOops;
  readonly hunks?: OopsAnswer["hunks"];
}

async function readOops(asker: Asker, asked: OopsQuestion, home: OpenHome): Promise<Read> {
  const scope = openScope(asker, home, asked.paths ?? []);
  const whole = await planOops(scope, toOopsRequest(scope, asked));
  await warnOfGone(asker, scope.project);
  const { hunks } = asked;
  if (hunks === undefined) return { planned: whole };
  // Numbers of another plan are those of other hunks.
  if (hunks !== "list") requirePlan(hunks.plan, [whole.plan.id], "done");
  const files = await readOopsFiles(asker, whole);
  if (hunks === "list") return { planned: whole, hunks: numberOopsHunks(files) };
  const numbers = new Set(hunks.numbers);
  const chosen = { has: (number: number) => numbers.has(number), largest: Math.max(...numbers) };
  const part = chooseNumbered(files, chosen);
  const planned = await planOops(scope, partOf(whole, [part]));
  requireUnchanged(whole, planned);
  return { planned, hunks: numberOopsHunks(files, [part]) };
}
