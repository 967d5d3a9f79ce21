import { pathToColumn } from "@unf/core";
import { type AppliedUndo, invertProject, type Project } from "@unf/engine";
import type { InvertActionReport, InvertParams, InvertReply } from "@unf/protocol";

/** Carries out an undo or redo that came as a request, and reports it in the words of the protocol. */
export async function answerInvert(project: Project, params: InvertParams): Promise<InvertReply> {
  const { plan, inverted, operation, applied } = await invertProject(project, {
    kind: params.kind,
    operation: params.operation ?? undefined,
    planId: params.plan ?? undefined,
    argv: params.argv,
  });
  return {
    plan: plan.id,
    inverted,
    operation: operation ?? null,
    actions: applied.map(toReport),
  };
}

function toReport({ action, rescued }: AppliedUndo): InvertActionReport {
  return {
    path: pathToColumn(action.path),
    action: action.kind,
    ...("merged" in action && action.merged ? { merged: true } : {}),
    ...("why" in action ? { why: action.why } : {}),
    ...(rescued === undefined ? {} : { rescued }),
  };
}
