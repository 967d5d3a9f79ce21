import type { AbsPath, OopsPlan, RelPath, UndoAction } from "@unf/core";
import type { Project } from "../project/project.ts";
import type { OopsWish } from "./choose-scope.ts";
import { changedSince, notThisPlan } from "./failures.ts";
import { undoPorts } from "./invert-project.ts";
import { beginOperation } from "./open-operation.ts";
import { readOops } from "./read-oops.ts";
import type { OopsScope } from "./read-scope.ts";
import { runOperation } from "./run-operation.ts";

export interface OopsOrder {
  readonly wish: OopsWish;
  /** Carry out only this plan; throws `conflict` when the files have changed since. */
  readonly planId: string | undefined;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
}

export interface OopsReport {
  readonly plan: OopsPlan;
  readonly scopes: readonly OopsScope[];
  readonly doubtful: readonly RelPath[];
  /** `undefined` when there was nothing to do. */
  readonly operation: number | undefined;
  readonly applied: readonly { readonly action: UndoAction; readonly rescued?: AbsPath }[];
}

/**
 * Takes back what a turn, a session or a run of changes did, as an operation that can itself be
 * undone. What others wrote stays. Runs alone in its project.
 */
export function oopsProject(project: Project, order: OopsOrder): Promise<OopsReport> {
  return project.exclusively(async () => {
    await beginOperation(project, ["" as RelPath]);
    for (let isLast = order.planId !== undefined; ; isLast = true) {
      const report = await attempt(project, order, isLast);
      if (report !== undefined) return report;
    }
  });
}

/** `undefined` when files changed meanwhile and it is worth another try. */
async function attempt(
  project: Project,
  { wish, planId, argv }: OopsOrder,
  isLast: boolean,
): Promise<OopsReport | undefined> {
  const { plan, steps, contents, seen, scopes, doubtful } = readOops(undoPorts(project), wish);
  if (planId !== undefined && planId !== plan.id) throw notThisPlan(planId, plan.id);
  const told = { plan, scopes, doubtful };
  if (steps.length === 0)
    return { ...told, operation: undefined, applied: plan.actions.map((action) => ({ action })) };
  const outcome = await runOperation(project, {
    kind: "restore",
    argv,
    plan: plan.id,
    inverts: null,
    steps,
    contents: [...contents].map(([hash, bytes]) => ({ hash, bytes })),
    seen,
  });
  if (outcome.kind === "changed") {
    if (isLast) throw changedSince(plan.id, outcome.paths);
    return undefined;
  }
  const applied = plan.actions.map((action) => {
    const rescued = action.kind === "kept" ? undefined : outcome.rescued.get(action.path);
    return rescued === undefined ? { action } : { action, rescued };
  });
  return { ...told, operation: outcome.operation, applied };
}
