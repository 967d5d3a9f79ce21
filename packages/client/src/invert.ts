import { outcomeOfUndo, type UndoOutcome } from "@unf/core/orders";
import { type ReportedOutcome, readOutcome } from "@unf/protocol";
import type * as Public from "./public.ts";
import { commonOf, requirePlan } from "./restore.ts";
import type { Session } from "./session.ts";

/** Takes back an operation, or says what that would do. */
export async function invert(
  session: Session,
  kind: "undo" | "redo",
  options: Public.InvertOptions,
): Promise<Public.Inverted> {
  const { dryRun = false, planId = null } = options;
  const operation = options.operation ?? null;
  if (dryRun) {
    await session.flushIfRecorded();
    const plan = await session.reader.planInvert(kind, operation);
    requirePlan(planId, plan.id);
    const actions = plan.actions.map((one) => toPublic(outcomeOfUndo(one)));
    return { planId: plan.id, inverted: plan.inverts, operation: null, actions };
  }
  const argv = operation === null ? [kind] : [kind, `op-${operation}`];
  const params = { root: session.wireRoot, kind, operation, plan: planId, argv };
  const reply = await session.request("invert", params);
  const { plan, inverted, operation: own, actions } = reply;
  return {
    planId: plan,
    inverted,
    operation: own,
    actions: actions.map((one) => toPublic(readOutcome(one))),
  };
}

/** A file of an undo, a redo or an oops, planned or carried out. */
export function toPublic(outcome: ReportedOutcome<UndoOutcome["action"]>): Public.InvertAction {
  const { action, merged = false } = outcome;
  const failed = action === "kept" || action === "refused";
  return { ...commonOf(outcome), action, merged, failed };
}
