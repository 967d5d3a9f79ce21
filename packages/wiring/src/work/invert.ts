import { tellUndo } from "@unf/core/orders";
import { invertProject, type Project } from "@unf/engine";
import { type InvertParams, type InvertReply, type Progress, sendUndo } from "@unf/protocol";
import { tellProgress } from "./tell-progress.ts";
import { toldOf } from "./told.ts";

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
  const actions = toldOf(applied, params.brief).map(({ action, ...more }) =>
    sendUndo(tellUndo(action, more)),
  );
  return { plan: plan.id, inverted, operation: operation ?? null, actions };
}
