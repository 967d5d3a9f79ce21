import { invertProject, type Project } from "@unf/engine";
import type { InvertParams, InvertReply } from "@unf/protocol";
import { reportAction } from "./report-action.ts";

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
    actions: applied.map(reportAction),
  };
}
