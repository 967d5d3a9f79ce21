import type { RelPath } from "@unf/core/base";
import type { OopsPlan, OopsRequest, UndoAction } from "@unf/core/operations";
import type { Site } from "../site/site.ts";
import { oopsInSteps } from "./plan/read-oops.ts";
import type { PlanPorts } from "./plan/read-plan.ts";
import type { OopsScope } from "./plan/read-scope.ts";
import { planPorts } from "./run/open-operation.ts";
import { type Applied, type PlannedOrder, runPlanned } from "./run/run-planned.ts";

export interface OopsOrder {
  readonly request: OopsRequest;
  /** Carry out only this plan; throws `conflict` when the files have changed since. */
  readonly planId: string | undefined;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
  readonly onProgress?: PlannedOrder["onProgress"];
}

export interface OopsReport {
  readonly plan: OopsPlan;
  readonly scopes: readonly OopsScope[];
  readonly doubtful: readonly RelPath[];
  /** `undefined` when there was nothing to do. */
  readonly operation: number | undefined;
  readonly applied: readonly Applied<UndoAction>[];
}

/**
 * Takes back what a turn, a session or a run of changes did, as an operation that can itself be
 * undone. What others wrote stays. Runs alone in its project.
 */
export function oopsProject(site: Site, { request, ...order }: OopsOrder): Promise<OopsReport> {
  return runPlanned(site, { ...order, within: ["" as RelPath] }, ({ advance }) =>
    prepare(planPorts(site, advance), request),
  );
}

function* prepare(ports: PlanPorts, request: OopsRequest) {
  const seen = yield* oopsInSteps(ports, request);
  const { id, actions } = seen.plan;
  const steps = seen.steps.length === 0 ? undefined : seen.steps;
  return { ...seen, kind: "restore" as const, id, inverts: null, actions, steps };
}
