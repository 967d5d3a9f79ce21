import {
  type AbsPath,
  type BlobId,
  isLinkMode,
  joinPath,
  type NewSnapshot,
  type RelPath,
  type RestorePlan,
  type RestoreRequest,
  type StatKey,
  sameStat,
  UnfError,
} from "@unf/core";
import { countStep, takeSnapshot } from "../capture/take-snapshot.ts";
import type { Project } from "../project/project.ts";
import { type AppliedAction, applyPlan } from "./apply-plan.ts";
import { readPlan, type SeenPlan } from "./read-plan.ts";

export interface RestoreOrder {
  readonly request: RestoreRequest;
  /** Carry out only this plan; throws `conflict` when the files have changed since. */
  readonly planId: string | undefined;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
  readonly rescueDirectory: (operation: number) => AbsPath;
}

export interface RestoreReport {
  readonly plan: RestorePlan;
  /** `undefined` when there was nothing to do. */
  readonly operation: number | undefined;
  readonly applied: readonly AppliedAction[];
}

/**
 * Restores: records everything it may touch, plans, applies, and records the result as one
 * operation. Runs alone in its project. What it replaces is in the timeline before it is replaced,
 * or in the rescue directory when it cannot be recorded.
 */
export function restoreProject(project: Project, order: RestoreOrder): Promise<RestoreReport> {
  return project.exclusively(async () => {
    if (!project.context.isRootThere()) throw rootAway(project.ports.root);
    await project.flushNow(scopeOf(order.request));
    const seen = readPlan(planPorts(project), order.request);
    const { plan } = seen;
    if (order.planId !== undefined && order.planId !== plan.id)
      throw changedSince(order.planId, plan.id);
    if (!plan.actions.some(isEffective))
      return { plan, operation: undefined, applied: plan.actions.map((action) => ({ action })) };
    project.loop.pause();
    try {
      return await applyAndRecord(project, order, seen);
    } finally {
      project.loop.resume();
    }
  });
}

/** What `readPlan` needs of a project that is open for writing. */
function planPorts(project: Project) {
  const { timeline, contents } = project.ports;
  return {
    ...project.context,
    timeline,
    isKept: (hash: Parameters<typeof contents.stands>[0], bytes: number) =>
      contents.stands(hash, bytes) || timeline.inboxed(hash) !== undefined,
  };
}

async function applyAndRecord(
  project: Project,
  order: RestoreOrder,
  seen: SeenPlan,
): Promise<RestoreReport> {
  const { timeline, clock, root, fs } = project.ports;
  const { plan } = seen;
  const before = timeline.facts().lastId ?? 0;
  const operation = timeline.startOperation({
    kind: "restore",
    startedAt: clock.wall(),
    argv: order.argv,
    before,
    plan: JSON.stringify(plan),
  });
  let applied: AppliedAction[];
  try {
    applied = await applyPlan(
      {
        root,
        fs,
        content: (hash) => readWhole(project, hash),
        secure: (path) => secure(project, path, seen.seen.get(path)),
        rescueDirectory: order.rescueDirectory(operation),
        breathe: () => clock.breathe(),
      },
      plan,
      operation,
    );
  } catch (thrown) {
    timeline.finishOperation(operation, { at: clock.wall(), outcome: "failed" });
    throw thrown;
  }
  for (const done of applied) recordDone(project, done, operation);
  project.committer.commit();
  const isWhole = applied.every(
    ({ failure, action }) => failure === undefined && action.kind !== "refused",
  );
  timeline.finishOperation(operation, { at: clock.wall(), outcome: isWhole ? "done" : "partial" });
  return { plan, operation, applied };
}

/** A content whose bytes are what its digest says: an inbox is a copy that nobody has checked. */
function readWhole({ context }: Project, hash: BlobId): Uint8Array | undefined {
  const bytes = context.recorder.content(hash);
  return bytes !== undefined && context.digest(bytes) === hash ? bytes : undefined;
}

/** Makes sure that what stands at the path can be had back: it may have changed since the plan. */
function secure(
  project: Project,
  path: RelPath,
  planned: StatKey | undefined,
): "recorded" | "unrecordable" | "absent" {
  const { fs, root } = project.ports;
  const head = project.context.recorder.head(path);
  const seen = fs.lstat(joinPath(root, path));
  if (seen === undefined) return "absent";
  // An equal stat proves nothing of a file that had just changed when it was read.
  const isAsPlanned = planned !== undefined && sameStat(planned, seen) && head?.racy === false;
  if (!isAsPlanned) recordNow(project, path);
  // A commit takes a while, in which the file may have changed once more. What then stands there is
  // moved to the rescue directory, which loses nothing.
  const stat = fs.lstat(joinPath(root, path));
  const kept = project.context.recorder.head(path);
  return kept !== undefined && stat !== undefined && sameStat(kept.stat, stat)
    ? "recorded"
    : "unrecordable";
}

function recordNow(project: Project, path: RelPath): void {
  takeSnapshot(project.context, path, {
    cause: "sweep",
    at: project.ports.clock.wall(),
    settled: true,
    reread: true,
    force: true,
  });
  project.committer.commit();
}

/** The daemon's own writes are rows of the operation, so that the events they cause find nothing new. */
function recordDone(project: Project, done: AppliedAction, operation: number): void {
  const { action, failure } = done;
  if (
    failure !== undefined ||
    (action.kind !== "write" && action.kind !== "chmod" && action.kind !== "delete")
  )
    return;
  const { context } = project;
  const { fs, root, clock } = project.ports;
  const why = {
    cause: "operation",
    at: clock.wall(),
    settled: true,
    reread: true,
    force: true,
    operation,
  } as const;
  if (action.kind === "delete") {
    takeSnapshot(context, action.path, why);
    return;
  }
  const { wanted, path } = action;
  const stat = fs.lstat(joinPath(root, path));
  const head = context.recorder.head(path);
  if (stat === undefined) return;
  const content = isLinkMode(wanted.mode) ? undefined : context.recorder.content(wanted.hash);
  const snapshot: NewSnapshot = {
    path,
    hash: wanted.hash,
    bytes: wanted.bytes,
    at: clock.wall(),
    event: head === undefined ? "create" : "modify",
    counts: content === undefined ? null : countStep(context, head, content),
    settled: true,
    mode: stat.mode,
    cause: "operation",
    renamedFrom: null,
    operation,
  };
  context.recorder.add(snapshot, {
    path,
    hash: wanted.hash,
    bytes: wanted.bytes,
    mode: stat.mode,
    stat,
    // Somebody may have written to it since it was renamed into place: a sweep reads it again.
    racy: true,
  });
}

function isEffective(action: RestorePlan["actions"][number]): boolean {
  return action.kind === "write" || action.kind === "chmod" || action.kind === "delete";
}

function scopeOf(request: RestoreRequest): readonly RelPath[] {
  return request.within.length === 0 ? ["" as RelPath] : request.within;
}

function rootAway(root: AbsPath): UnfError {
  return new UnfError("not_found", `the directory ${root} is not there; nothing was restored`, {
    hint: "unf restore --to writes the files into another directory",
  });
}

function changedSince(asked: string, now: string): UnfError {
  return new UnfError("conflict", `files have changed since plan ${asked}; nothing was restored`, {
    hint: `look at the new plan ${now} with --dry-run and restore that`,
  });
}
