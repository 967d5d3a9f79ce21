import { undoOutcomeAnswer } from "../orders/outcome-answer.ts";
import { summarize } from "../orders/outcomes.ts";
import type { Outcome } from "../orders/send-order.ts";
import { operationName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Inversion } from "./plan-inversion.ts";
import type { UndoAnswer } from "./shape.ts";

/** An undo or redo, planned or carried out. */
export function undoAnswer(
  { scope, plan, origin, back, warnings }: Inversion,
  { operation, actions }: Outcome<"write" | "chmod" | "delete" | "kept" | "refused">,
  isDryRun: boolean,
): UndoAnswer {
  const wayBack = operation === null ? null : back;
  const first = {
    ...pathFields("root", scope.project.root),
    dry_run: isDryRun,
    plan: plan.id,
  };
  const done = { operation: operation === null ? null : operationName(operation) };
  const undone = operationName(plan.inverts);
  const last = {
    unchanged: plan.unchanged,
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    actions: actions.map(undoOutcomeAnswer),
    summary: summarize(actions),
  };
  if (plan.kind === "undo") {
    return { ...first, kind: plan.kind, undone, ...done, redo: wayBack, ...last };
  }
  const redone = operationName(origin.id);
  return { ...first, kind: plan.kind, undone, redone, ...done, undo: wayBack, ...last };
}
