import { pathFromColumn, pathToColumn, UnfError } from "@unf/core/base";
import { isDone, type OrderAction, outcomeOfRestore, outcomeOfUndo } from "@unf/core/orders";
import {
  type Applied,
  invertProject,
  type OrderProgress,
  oopsProject,
  type Project,
  restoreProject,
  setCheckpoint,
  takeBackPrunings,
} from "@unf/engine";
import {
  type CheckpointParams,
  type CheckpointReply,
  type InvertParams,
  type InvertReply,
  type Method,
  type OopsParams,
  type OopsReply,
  type Progress,
  type Requests,
  type RestoreParams,
  type RestoreReply,
  renderRestoreOutcome,
  renderUndoOutcome,
} from "@unf/protocol";
import { flushProject } from "./flush.ts";
import { answerPrune } from "./prune.ts";

/** Requests that write to one project: whoever has it open carries them out. */
export type WorkMethod =
  | "flush"
  | "begin"
  | "restore"
  | "invert"
  | "oops"
  | "checkpoint"
  | "checkpoint_delete"
  | "checkpoint_pin"
  | "accept_rules"
  | "prune"
  | "prune_undo";

/** The work of one of these requests, beside the table that says how it is carried out. */
interface Work<M extends WorkMethod> {
  readonly carryOut: (
    project: Project,
    params: Requests[M]["params"],
    onProgress?: (progress: Progress) => void,
  ) => Promise<Requests[M]["reply"]>;
  /** False for what is about rows only: the disk need not be compared with them first. */
  readonly looksAtDisk: boolean;
}

/** The same in the daemon and in a command's own process. */
export const projectWork: { readonly [M in WorkMethod]: Work<M> } = {
  flush: {
    carryOut: async (project, { sweep = false }) => ({
      projects: [await flushProject(project, sweep)],
    }),
    looksAtDisk: true,
  },
  /** It has begun by being opened. */
  begin: { carryOut: async () => ({}), looksAtDisk: false },
  restore: { carryOut: answerRestore, looksAtDisk: true },
  invert: { carryOut: answerInvert, looksAtDisk: true },
  oops: { carryOut: answerOops, looksAtDisk: true },
  checkpoint: { carryOut: answerCheckpoint, looksAtDisk: true },
  checkpoint_delete: {
    carryOut: (project, { id }) =>
      onCheckpoint(id, project, ({ timeline }) => timeline.deleteCheckpoint(id)),
    looksAtDisk: false,
  },
  checkpoint_pin: {
    carryOut: (project, { id, pinned }) =>
      onCheckpoint(id, project, ({ timeline }) => timeline.pinCheckpoint(id, pinned)),
    looksAtDisk: false,
  },
  accept_rules: {
    carryOut: (project, { paths }) =>
      project.exclusively(async () => ({
        accepted: project.rules.accept(paths.map(pathFromColumn)).map(pathToColumn),
      })),
    looksAtDisk: false,
  },
  prune: { carryOut: answerPrune, looksAtDisk: false },
  prune_undo: {
    carryOut: async (project) => {
      const { versions, lost } = await takeBackPrunings(project);
      return { versions_back: versions, versions_lost: lost };
    },
    looksAtDisk: false,
  },
};

export function isWork(method: Method): method is WorkMethod {
  return Object.hasOwn(projectWork, method);
}

function onCheckpoint(
  id: number,
  project: Project,
  change: (ports: Project["ports"]) => boolean,
): Promise<Record<string, never>> {
  return project.exclusively(async () => {
    if (change(project.ports)) return {};
    throw new UnfError("not_found", `there is no checkpoint ${id} in this project`, {
      hint: "unf checkpoint --list",
    });
  });
}

/** Sets a checkpoint that came as a request. */
function answerCheckpoint(
  project: Project,
  { label, message, payload_b64, pinned }: CheckpointParams,
): Promise<CheckpointReply> {
  const payload = payload_b64 === null ? null : Buffer.from(payload_b64, "base64");
  return setCheckpoint(project, { label, message, payload, pinned });
}

/** Carries out an undo or redo that came as a request, and reports it in the words of the protocol. */
async function answerInvert(
  project: Project,
  params: InvertParams,
  onProgress?: (progress: Progress) => void,
): Promise<InvertReply> {
  const { plan, inverted, operation, applied } = await invertProject(project, {
    kind: params.kind,
    operation: params.operation ?? undefined,
    planId: params.plan ?? undefined,
    argv: params.argv,
    onProgress: reportProgress(onProgress),
  });
  const actions = reportedOf(applied, params.brief).map(({ action, ...more }) =>
    renderUndoOutcome(outcomeOfUndo(action, more)),
  );
  return { plan: plan.id, inverted, operation: operation ?? null, actions };
}

/** Carries out an `oops` that came as a request, and reports it in the words of the protocol. */
async function answerOops(
  project: Project,
  { wish, plan: planId, brief, argv }: OopsParams,
  onProgress?: (progress: Progress) => void,
): Promise<OopsReply> {
  const order = {
    request: wish,
    planId: planId ?? undefined,
    argv,
    onProgress: reportProgress(onProgress),
  };
  const { plan, operation, applied } = await oopsProject(project, order);
  const actions = reportedOf(applied, brief).map(({ action, ...more }) =>
    renderUndoOutcome(outcomeOfUndo(action, more)),
  );
  return { plan: plan.id, operation: operation ?? null, actions };
}

/** Carries out a restore that came as a request, and reports it in the words of the protocol. */
async function answerRestore(
  project: Project,
  { root: _root, plan: planId, brief, argv, ...request }: RestoreParams,
  onProgress?: (progress: Progress) => void,
): Promise<RestoreReply> {
  const order = {
    request,
    planId: planId ?? undefined,
    argv,
    onProgress: reportProgress(onProgress),
  };
  const { plan, operation, applied } = await restoreProject(project, order);
  const actions = reportedOf(applied, brief).map(({ action, ...more }) =>
    renderRestoreOutcome(outcomeOfRestore(action, more)),
  );
  return { plan: plan.id, operation: operation ?? null, actions };
}

/** How an order goes on, in the words of the protocol. */
function reportProgress(
  tell: ((progress: Progress) => void) | undefined,
): ((progress: OrderProgress) => void) | undefined {
  if (tell === undefined) return undefined;
  return ({ phase, done, total }) => {
    if (phase !== "waiting") tell({ phase, files: done, recorded: 0, total });
  };
}

/** The files to report; in brief those to which more happened than the plan says, or nothing. */
function reportedOf<A extends OrderAction>(
  applied: readonly Applied<A>[],
  isBrief = false,
): readonly Applied<A>[] {
  if (!isBrief) return applied;
  return applied.filter(
    ({ action, rescued, unkept }) =>
      rescued !== undefined || unkept !== undefined || !isDone({ action: action.kind }),
  );
}
