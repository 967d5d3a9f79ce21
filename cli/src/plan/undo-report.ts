import { comparePaths, pathFromColumn, type RelPath } from "@unf/core/base";
import type { Overlap } from "@unf/core/lines";
import type { UndoPlan } from "@unf/core/operations";
import type { UndoOutcome } from "@unf/core/orders";
import type { StepState } from "@unf/core/timeline";
import type { InvertReply } from "@unf/protocol";
import type { Summary } from "./restore-report.ts";

/** One path of an undo or redo, planned or carried out. */
export interface ReportedUndo {
  readonly path: RelPath;
  readonly action: UndoOutcome["action"];
  /** It is not there now. */
  readonly comesBack: boolean;
  /** What is written holds the newer change of somebody else as well. */
  readonly isMerged: boolean;
  readonly from: string | null;
  readonly to: string | null;
  /** Why it is kept or refused: a word of the plan. */
  readonly why: string | undefined;
  /** Lines of the file as it stands that are kept, although the operation had changed them. */
  readonly overlaps: readonly Overlap[];
  readonly rescued: string | undefined;
  /** What of its owner and attributes a replaced file could not keep. */
  readonly unkept?: readonly string[] | undefined;
}

/** What the plan would do, path by path. */
export function reportUndoPlan(plan: Pick<UndoPlan, "actions">): ReportedUndo[] {
  return plan.actions.map((action) => {
    const { path, kind } = action;
    const states = "from" in action ? action : undefined;
    return {
      path,
      action: kind,
      comesBack: kind === "write" && states?.from.kind === "absent",
      isMerged: states?.merged ?? false,
      from: versionOf(states?.from),
      to: versionOf(states?.to),
      why: "why" in action ? action.why : undefined,
      overlaps: "overlaps" in action ? action.overlaps : [],
      rescued: undefined,
    };
  });
}

/** What was done, path by path, of a reply that leaves out what was done as planned. */
export function reportBriefUndo(
  reply: Pick<InvertReply, "actions">,
  planned: readonly ReportedUndo[],
): ReportedUndo[] {
  const told = reportUndoReply(reply, planned);
  const keys = new Set(told.map(keyOf));
  const asPlanned = planned.filter((one) => !keys.has(keyOf(one)) && isDone(one));
  if (told.length === 0) return asPlanned;
  return [...asPlanned, ...told].sort((a, b) => comparePaths(a.path, b.path));
}

/** What the reply says; `planned` knows what it does not say of a path. */
function reportUndoReply(
  reply: Pick<InvertReply, "actions">,
  planned: readonly ReportedUndo[],
): ReportedUndo[] {
  if (reply.actions.length === 0) return [];
  const before = new Map(planned.map((action) => [keyOf(action), action]));
  return reply.actions.map((done) => {
    const path = pathFromColumn(done.path);
    const known = before.get(keyOf({ path, action: done.action }));
    return {
      path,
      action: done.action,
      comesBack: known?.comesBack ?? false,
      isMerged: done.merged ?? false,
      from: known?.from ?? null,
      to: known?.to ?? null,
      why: done.why,
      overlaps: known?.overlaps ?? [],
      rescued: done.rescued,
      unkept: done.unkept,
    };
  });
}

/** A file that is merged and keeps some lines has an action for either. */
function keyOf({ path, action }: Pick<ReportedUndo, "path" | "action">): string {
  return `${action}\0${path}`;
}

function isDone({ action }: ReportedUndo): boolean {
  return action === "write" || action === "chmod" || action === "delete";
}

/** Counts by outcome. A change of mode counts as written. */
export function summarizeUndo(actions: readonly ReportedUndo[]): Summary {
  const count = (...kinds: readonly ReportedUndo["action"][]) =>
    actions.filter(({ action }) => kinds.includes(action)).length;
  return {
    written: count("write", "chmod"),
    deleted: count("delete"),
    kept: count("kept"),
    failed: count("refused"),
  };
}

/** True when anything on disk would change. */
export function hasUndoEffect(actions: readonly ReportedUndo[]): boolean {
  const { written, deleted } = summarizeUndo(actions);
  return written + deleted > 0;
}

/**
 * Exit code of an undo or redo: 5 when newer changes are all that kept it from doing anything, 8 when
 * only a part could be done, else 0.
 */
export function exitOfUndo(actions: readonly ReportedUndo[]): number {
  const { written, deleted, kept, failed } = summarizeUndo(actions);
  if (kept + failed === 0) return 0;
  return written + deleted + failed === 0 ? 5 : 8;
}

function versionOf(state: StepState | undefined): string | null {
  const snapshot = state?.kind === "recorded" ? state.snapshot : null;
  return snapshot === null ? null : `v${snapshot}`;
}
