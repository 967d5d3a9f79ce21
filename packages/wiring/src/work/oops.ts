import { tellUndo } from "@unf/core/orders";
import { oopsProject, type Project } from "@unf/engine";
import { type OopsParams, type OopsReply, type Progress, sendUndo } from "@unf/protocol";
import { tellProgress } from "./tell-progress.ts";
import { toldOf } from "./told.ts";

/** Carries out an `oops` that came as a request, and reports it in the words of the protocol. */
export async function answerOops(
  project: Project,
  { wish, plan: planId, brief, argv }: OopsParams,
  onProgress?: (progress: Progress) => void,
): Promise<OopsReply> {
  const order = { wish, planId: planId ?? undefined, argv, onProgress: tellProgress(onProgress) };
  const { plan, operation, applied } = await oopsProject(project, order);
  const actions = toldOf(applied, brief).map(({ action, ...more }) =>
    sendUndo(tellUndo(action, more)),
  );
  return { plan: plan.id, operation: operation ?? null, actions };
}
