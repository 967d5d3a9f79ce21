import { invertProject, type Project } from "@unf/engine";
import type { InvertParams, InvertReply, Progress } from "@unf/protocol";
import { isTold } from "./is-told.ts";
import { reportAction } from "./report-action.ts";
import { tellProgress } from "./tell-progress.ts";

/** Carries out an undo or redo that came as a request, and reports it in the words of the protocol. */
export async function answerInvert(
  project: Project,
  params: InvertParams,
  onProgress?: (progress: Progress) => void,
): Promise<InvertReply> {
  const { plan, inverted, operation, applied } = await invertProject(project, {
    kind: params.kind,
    operation: params.operation ?? undefined,
    planId: params.plan ?? undefined,
    argv: params.argv,
    onProgress: tellProgress(onProgress),
  });
  const told = params.brief === true ? applied.filter(isTold) : applied;
  return {
    plan: plan.id,
    inverted,
    operation: operation ?? null,
    actions: told.map(reportAction),
  };
}
