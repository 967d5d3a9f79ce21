import { pathFromColumn, pathToColumn, type SnapshotId, UnfError } from "@unf/core/base";
import {
  type ChosenHunks,
  type RestoreAction,
  type RestoreRequest,
  whyUntouched,
} from "@unf/core/restore";
import { parseUtc } from "@unf/core/time";
import { type AppliedAction, type Project, restoreProject } from "@unf/engine";
import type { Progress, RestoreActionReport, RestoreParams, RestoreReply } from "@unf/protocol";
import { isTold } from "./is-told.ts";
import { tellProgress } from "./tell-progress.ts";

/** Carries out a restore that came as a request, and reports it in the words of the protocol. */
export async function answerRestore(
  project: Project,
  params: RestoreParams,
  onProgress?: (progress: Progress) => void,
): Promise<RestoreReply> {
  const { plan, operation, applied } = await restoreProject(project, {
    request: toRequest(params),
    planId: params.plan ?? undefined,
    argv: params.argv,
    onProgress: tellProgress(onProgress),
  });
  const told = params.brief === true ? applied.filter(isTold) : applied;
  return { plan: plan.id, operation: operation ?? null, actions: told.map(toReport) };
}

function toRequest(params: RestoreParams): RestoreRequest {
  return {
    target: toTarget(params.target),
    within: params.within.map(pathFromColumn),
    include: params.include,
    exclude: params.exclude,
    deletions: params.deletions,
    overwrite: params.overwrite,
    ...(params.hunks === undefined ? {} : { hunks: params.hunks.map(toHunks) }),
  };
}

function toHunks({ path, chosen }: NonNullable<RestoreParams["hunks"]>[number]): ChosenHunks {
  return { path: pathFromColumn(path), chosen };
}

function toTarget(target: RestoreParams["target"]): RestoreRequest["target"] {
  if ("version" in target) return { version: target.version as SnapshotId };
  if ("id" in target) return { id: target.id as SnapshotId };
  const at = parseUtc(target.at);
  if (at === undefined) throw new UnfError("usage", "target.at is not an RFC 3339 instant in UTC");
  return { at };
}

function toReport({ action, rescued, unkept }: AppliedAction): RestoreActionReport {
  const why = whyUntouched(action);
  return {
    path: pathToColumn(action.path),
    action: action.kind,
    from: fromOf(action),
    to: "wanted" in action ? `v${action.wanted.snapshot}` : null,
    added: null,
    removed: null,
    ...(why === undefined ? {} : { why }),
    ...(rescued === undefined ? {} : { rescued }),
    ...(unkept === undefined ? {} : { unkept }),
  };
}

function fromOf(action: RestoreAction): string | null {
  if (!("disk" in action) || !("snapshot" in action.disk)) return null;
  return action.disk.snapshot === null ? null : `v${action.disk.snapshot}`;
}
