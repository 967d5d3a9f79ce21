import type { RelPath } from "@unf/core/base";
import type { DirectoryFacts } from "@unf/core/operations";
import { directoryModeAt } from "@unf/core/ports";
import {
  directoryPoints,
  planRestoreSteps,
  type RestoreAction,
  type RestorePlan,
  type RestoreRequest,
} from "@unf/core/restore";
import type { Site } from "../site/site.ts";
import { planInSteps } from "./plan/read-plan.ts";
import { diskDirectories, planPorts } from "./run/open-operation.ts";
import { type Applied, type PlannedOrder, runPlanned } from "./run/run-planned.ts";

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
  site: Site,
  { request, ...order }: RestoreOrder,
): Promise<RestoreReport> {
  return runPlanned(site, { ...order, within: scopeOf(request) }, ({ advance }) =>
    prepare(site, request, advance),
  );
}

function* prepare(site: Site, request: RestoreRequest, onLooked: () => void) {
  const { plan, seen, contents } = yield* planInSteps(planPorts(site, onLooked), request);
  const isWork = plan.actions.some(isEffective);
  return {
    kind: "restore" as const,
    id: plan.id,
    inverts: null,
    plan,
    actions: plan.actions,
    steps: isWork ? yield* planRestoreSteps(plan, directoriesAt(site, request)) : undefined,
    contents: new Map(contents.map(({ hash, bytes }) => [hash, bytes])),
    seen,
  };
}

/** Directories that are made come back with the modes they had then. */
function directoriesAt(site: Site, { target, within }: RestoreRequest): DirectoryFacts {
  const pointOf = directoryPoints(target, within);
  return {
    ...diskDirectories(site),
    formerMode: (directory) => {
      const point = pointOf(directory);
      return point && directoryModeAt(site.ports.timeline, directory, point);
    },
  };
}

function isEffective(action: RestoreAction): boolean {
  return action.kind === "write" || action.kind === "chmod" || action.kind === "delete";
}

function scopeOf(request: RestoreRequest): readonly RelPath[] {
  return request.within.length === 0 ? ["" as RelPath] : request.within;
}
