import { outcomeOfUndo } from "@unf/core/orders";
import { oopsProject, type Project } from "@unf/engine";
import { type OopsParams, type OopsReply, type Progress, renderUndoOutcome } from "@unf/protocol";
import { reportedOf } from "./reported.ts";
import { tellProgress } from "./tell-progress.ts";

/** Carries out an `oops` that came as a request, and reports it in the words of the protocol. */
export async function answerOops(
  project: Project,
  { wish, plan: planId, brief, argv }: OopsParams,
  onProgress?: (progress: Progress) => void,
): Promise<OopsReply> {
  const order = { wish, planId: planId ?? undefined, argv, onProgress: tellProgress(onProgress) };
  const { plan, operation, applied } = await oopsProject(project, order);
  const actions = reportedOf(applied, brief).map(({ action, ...more }) =>
    renderUndoOutcome(outcomeOfUndo(action, more)),
  );
  return { plan: plan.id, operation: operation ?? null, actions };
}
