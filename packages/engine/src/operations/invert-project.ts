import type { AbsPath, RelPath, UndoAction, UndoPlan } from "@unf/core";
import { isRecordable } from "../capture/take-snapshot.ts";
import type { Project } from "../project/project.ts";
import { changedSince, notThisPlan } from "./failures.ts";
import { beginOperation, planPorts } from "./open-operation.ts";
import { readUndo } from "./read-undo.ts";
import type { UndoPorts } from "./read-undo-facts.ts";
import { runOperation } from "./run-operation.ts";

export interface InvertOrder {
  readonly kind: "undo" | "redo";
  /** The operation to take back; `undefined`: the last one that can be. */
  readonly operation: number | undefined;
  /** Carry out only this plan; throws `conflict` when the files have changed since. */
  readonly planId: string | undefined;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
}

export interface InvertReport {
  readonly plan: UndoPlan;
  /** The operation that was taken back. */
  readonly inverted: number;
  /** The one that did it; `undefined` when there was nothing to do. */
  readonly operation: number | undefined;
  readonly applied: readonly AppliedUndo[];
}

export interface AppliedUndo {
  readonly action: UndoAction;
  /** Where a file that could not be recorded was put before something took its place. */
  readonly rescued?: AbsPath;
}

/**
 * Takes back an operation of unf, as an operation of its own. What was changed since is recorded
 * first, then merged or kept. Runs alone in its project.
 */
export function invertProject(project: Project, order: InvertOrder): Promise<InvertReport> {
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
  { kind, operation, planId, argv }: InvertOrder,
  isLast: boolean,
): Promise<InvertReport | undefined> {
  const { plan, steps, contents, seen } = readUndo(undoPorts(project), kind, operation);
  if (planId !== undefined && planId !== plan.id) throw notThisPlan(planId, plan.id);
  const { inverts: inverted, actions } = plan;
  // One that finds everything as it was is an operation too: the next undo goes one further back.
  if (steps.length === 0 && actions.length > 0)
    return { plan, inverted, operation: undefined, applied: actions.map((action) => ({ action })) };
  const outcome = await runOperation(project, {
    kind: plan.kind,
    argv,
    plan: plan.id,
    inverts: inverted,
    steps,
    contents: [...contents].map(([hash, bytes]) => ({ hash, bytes })),
    seen,
  });
  if (outcome.kind === "changed") {
    if (isLast) throw changedSince(plan.id, outcome.paths);
    return undefined;
  }
  const applied = actions.map((action) => {
    const rescued = action.kind === "kept" ? undefined : outcome.rescued.get(action.path);
    return rescued === undefined ? { action } : { action, rescued };
  });
  return { plan, inverted, operation: outcome.operation, applied };
}

/** What planning an undo needs of a project that is open for writing. */
export function undoPorts(project: Project): UndoPorts {
  const { context, ports } = project;
  return {
    ...planPorts(project),
    rescueDirectory: ports.rescueDirectory,
    isRecordable: (path, read) => isRecordable(context, path, read),
  };
}
