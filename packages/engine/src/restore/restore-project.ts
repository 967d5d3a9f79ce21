import {
  type DirectoryFacts,
  directoryModeAt,
  planRestoreSteps,
  type RelPath,
  type RestoreAction,
  type RestorePlan,
  type RestoreRequest,
} from "@unf/core";
import { diskDirectories, planPorts } from "../operations/open-operation.ts";
import { type Applied, type PlannedOrder, runPlanned } from "../operations/run-planned.ts";
import type { Project } from "../project/project.ts";
import { planInSteps } from "./read-plan.ts";

export interface RestoreOrder {
  readonly request: RestoreRequest;
  /** Carry out only this plan; throws `conflict` when the files have changed since. */
  readonly planId: string | undefined;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
  readonly onProgress?: PlannedOrder["onProgress"];
}

export interface RestoreReport {
  readonly plan: RestorePlan;
  /** `undefined` when there was nothing to do. */
  readonly operation: number | undefined;
  readonly applied: readonly AppliedAction[];
}

export type AppliedAction = Applied<RestoreAction>;

/**
 * Restores: records everything it may touch, plans, and carries the plan out as one operation. Runs
 * alone in its project. What it replaces is in the timeline before it is replaced, or in the rescue
 * directory when it cannot be recorded. A root that was removed is made anew.
 */
export function restoreProject(
  project: Project,
  { request, ...order }: RestoreOrder,
): Promise<RestoreReport> {
  return runPlanned(project, { ...order, within: scopeOf(request) }, ({ advance }) =>
    prepare(project, request, advance),
  );
}

function* prepare(project: Project, request: RestoreRequest, onLooked: () => void) {
  const { plan, seen, contents } = yield* planInSteps(planPorts(project, onLooked), request);
  const isWork = plan.actions.some(isEffective);
  return {
    kind: "restore" as const,
    id: plan.id,
    inverts: null,
    plan,
    actions: plan.actions,
    steps: isWork ? yield* planRestoreSteps(plan, directoriesAt(project, request)) : undefined,
    contents: new Map(contents.map(({ hash, bytes }) => [hash, bytes])),
    seen,
  };
}

/** Directories that are made come back with the modes they had then. */
function directoriesAt(project: Project, { target }: RestoreRequest): DirectoryFacts {
  const point = "version" in target ? { id: target.version } : target;
  return {
    ...diskDirectories(project),
    formerMode: (directory) => directoryModeAt(project.ports.timeline, directory, point),
  };
}

function isEffective(action: RestoreAction): boolean {
  return action.kind === "write" || action.kind === "chmod" || action.kind === "delete";
}

function scopeOf(request: RestoreRequest): readonly RelPath[] {
  return request.within.length === 0 ? ["" as RelPath] : request.within;
}
