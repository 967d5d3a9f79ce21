import { tellRestore } from "@unf/core/orders";
import { type Project, restoreProject } from "@unf/engine";
import { type Progress, type RestoreParams, type RestoreReply, sendRestore } from "@unf/protocol";
import { tellProgress } from "./tell-progress.ts";
import { toldOf } from "./told.ts";

/** Carries out a restore that came as a request, and reports it in the words of the protocol. */
export async function answerRestore(
  project: Project,
  { root: _root, plan: planId, brief, argv, ...request }: RestoreParams,
  onProgress?: (progress: Progress) => void,
): Promise<RestoreReply> {
  const order = {
    request,
    planId: planId ?? undefined,
    argv,
    onProgress: tellProgress(onProgress),
  };
  const { plan, operation, applied } = await restoreProject(project, order);
  const actions = toldOf(applied, brief).map(({ action, ...more }) =>
    sendRestore(tellRestore(action, more)),
  );
  return { plan: plan.id, operation: operation ?? null, actions };
}
