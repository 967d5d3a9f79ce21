import { pathToColumn } from "@unf/core/base";
import type { UndoAction } from "@unf/core/operations";
import type { InvertActionReport } from "@unf/protocol";
import type * as Public from "./public.ts";
import { requirePlan } from "./restore.ts";
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
    const plan = session.reader.planInvert(kind, operation);
    requirePlan(planId, plan.id);
    const actions = plan.actions.map(planned);
    return { planId: plan.id, inverted: plan.inverts, operation: null, actions };
  }
  const argv = operation === null ? [kind] : [kind, `op-${operation}`];
  const params = { root: session.wireRoot, kind, operation, plan: planId, argv };
  const reply = await session.request("invert", params);
  const { plan, inverted, operation: own, actions } = reply;
  return { planId: plan, inverted, operation: own, actions: actions.map(done) };
}

export function planned(action: UndoAction): Public.InvertAction {
  return {
    path: pathToColumn(action.path),
    action: action.kind,
    merged: "merged" in action && action.merged,
    failed: action.kind === "kept" || action.kind === "refused",
    ...("why" in action ? { why: action.why } : {}),
  };
}

export function done(report: InvertActionReport): Public.InvertAction {
  const { path, action, merged = false, why, rescued } = report;
  return {
    path,
    action,
    merged,
    failed: action === "kept" || action === "refused",
    ...(why === undefined ? {} : { why }),
    ...(rescued === undefined ? {} : { rescued }),
  };
}
