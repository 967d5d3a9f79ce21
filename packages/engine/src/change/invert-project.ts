import type { RelPath } from "@unf/core/base";
import type { UndoAction, UndoPlan } from "@unf/core/operations";
import type { Site } from "../site/site.ts";
import type { PlanPorts } from "./plan/read-plan.ts";
import { undoInSteps } from "./plan/read-undo.ts";
import { planPorts } from "./run/open-operation.ts";
import { type Applied, type PlannedOrder, runPlanned } from "./run/run-planned.ts";

export interface InvertOrder {
  readonly kind: "undo" | "redo";
  /** The operation to take back; `undefined`: the last one that can be. */
  readonly operation: number | undefined;
  /** Carry out only this plan; throws `conflict` when the files have changed since. */
  readonly planId: string | undefined;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
  readonly onProgress?: PlannedOrder["onProgress"];
}

export interface InvertReport {
  readonly plan: UndoPlan;
  /** The operation that was taken back. */
  readonly inverted: number;
  /** The one that did it; `undefined` when there was nothing to do. */
  readonly operation: number | undefined;
  readonly applied: readonly AppliedUndo[];
}

export type AppliedUndo = Applied<UndoAction>;

/**
 * Takes back an operation of unf, as an operation of its own. What was changed since is recorded
 * first, then merged or kept. Runs alone in its project.
 */
export function invertProject(
  site: Site,
  { kind, operation, ...order }: InvertOrder,
): Promise<InvertReport> {
  return runPlanned(site, { ...order, within: ["" as RelPath] }, ({ advance }) =>
    prepare(planPorts(site, advance), kind, operation),
  );
}

function* prepare(ports: PlanPorts, asked: "undo" | "redo", operation: number | undefined) {
  const { plan, steps, contents, seen } = yield* undoInSteps(ports, asked, operation);
  const { kind, id, inverts, actions } = plan;
  // One that finds everything as it was is an operation too: the next undo goes one further back.
  const isNothing = steps.length === 0 && actions.length > 0;
  const work = isNothing ? undefined : steps;
  return { kind, id, inverts, inverted: inverts, plan, actions, steps: work, contents, seen };
}
