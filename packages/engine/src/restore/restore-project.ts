import {
  type AbsPath,
  planRestoreSteps,
  type RelPath,
  type RestoreAction,
  type RestorePlan,
  type RestoreRequest,
} from "@unf/core";
import { changedSince, notThisPlan } from "../operations/failures.ts";
import { beginOperation, diskDirectories, planPorts } from "../operations/open-operation.ts";
import { runOperation } from "../operations/run-operation.ts";
import type { Project } from "../project/project.ts";
import { readPlan } from "./read-plan.ts";

export interface RestoreOrder {
  readonly request: RestoreRequest;
  /** Carry out only this plan; throws `conflict` when the files have changed since. */
  readonly planId: string | undefined;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
}

export interface RestoreReport {
  readonly plan: RestorePlan;
  /** `undefined` when there was nothing to do. */
  readonly operation: number | undefined;
  readonly applied: readonly AppliedAction[];
}

export interface AppliedAction {
  readonly action: RestoreAction;
  /** Where a file that could not be recorded was put before something took its place. */
  readonly rescued?: AbsPath;
}

/**
 * Restores: records everything it may touch, plans, and carries the plan out as one operation. Runs
 * alone in its project. What it replaces is in the timeline before it is replaced, or in the rescue
 * directory when it cannot be recorded. A root that was removed is made anew.
 */
export function restoreProject(project: Project, order: RestoreOrder): Promise<RestoreReport> {
  return project.exclusively(async () => {
    await beginOperation(project, scopeOf(order.request));
    for (let isLast = order.planId !== undefined; ; isLast = true) {
      const report = await attempt(project, order, isLast);
      if (report !== undefined) return report;
    }
  });
}

/** `undefined` when files changed meanwhile and it is worth another try. */
async function attempt(
  project: Project,
  { request, planId, argv }: RestoreOrder,
  isLast: boolean,
): Promise<RestoreReport | undefined> {
  const { plan, seen, contents } = readPlan(planPorts(project), request);
  if (planId !== undefined && planId !== plan.id) throw notThisPlan(planId, plan.id);
  if (!plan.actions.some(isEffective))
    return { plan, operation: undefined, applied: plan.actions.map((action) => ({ action })) };
  const steps = planRestoreSteps(plan, diskDirectories(project));
  const order = { kind: "restore", argv, plan: plan.id, inverts: null, contents } as const;
  const outcome = await runOperation(project, { ...order, steps, seen });
  if (outcome.kind === "changed") {
    if (isLast) throw changedSince(plan.id, outcome.paths);
    return undefined;
  }
  const applied = plan.actions.map((action) => {
    const rescued = outcome.rescued.get(action.path);
    return rescued === undefined ? { action } : { action, rescued };
  });
  return { plan, operation: outcome.operation, applied };
}

function isEffective(action: RestoreAction): boolean {
  return action.kind === "write" || action.kind === "chmod" || action.kind === "delete";
}

function scopeOf(request: RestoreRequest): readonly RelPath[] {
  return request.within.length === 0 ? ["" as RelPath] : request.within;
}
