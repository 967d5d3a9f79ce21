import { type OopsReport, oopsProject, type Project } from "@unf/engine";
import type { OopsParams, OopsReply, Progress } from "@unf/protocol";
import { isTold } from "./is-told.ts";
import { reportAction } from "./report-action.ts";
import { tellProgress } from "./tell-progress.ts";

/** Carries out an `oops` that came as a request, and reports it in the words of the protocol. */
export async function answerOops(
  project: Project,
  params: OopsParams,
  onProgress?: (progress: Progress) => void,
): Promise<OopsReply> {
  const { wish, plan, argv } = params;
  const report: OopsReport = await oopsProject(project, {
    wish,
    planId: plan ?? undefined,
    argv,
    onProgress: tellProgress(onProgress),
  });
  const told = params.brief === true ? report.applied.filter(isTold) : report.applied;
  return {
    plan: report.plan.id,
    operation: report.operation ?? null,
    actions: told.map(reportAction),
  };
}
