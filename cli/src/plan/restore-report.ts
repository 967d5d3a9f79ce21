import { comparePaths, pathFromColumn, type RelPath } from "@unf/core/base";
import type { RestoreOutcome } from "@unf/core/orders";
import { type RestoreAction, type RestorePlan, whyUntouched } from "@unf/core/restore";
import type { RestoreReply } from "@unf/protocol";

/** One path of a restore, planned or carried out. */
export interface ReportedAction {
  readonly path: RelPath;
  readonly action: RestoreOutcome["action"];
  /** What is replaced comes back: the file was not there. */
  readonly comesBack: boolean;
  readonly from: string | null;
  readonly to: string | null;
  readonly added: number | null;
  readonly removed: number | null;
  /** Why it was refused or failed: a word of the plan or the system's code. */
  readonly why: string | undefined;
  readonly hasFailed: boolean;
  readonly rescued: string | undefined;
  /** What of its owner and attributes a replaced file could not keep. */
  readonly unkept?: readonly string[] | undefined;
  /** Where its content at that instant is no longer kept: the nearest version that is. */
  readonly nearest: string | undefined;
  /** How many names the file on disk has, where it has more than this one. */
  readonly names: number | undefined;
}

export interface Summary {
  readonly written: number;
  readonly deleted: number;
  readonly kept: number;
  readonly failed: number;
}

/** Line counts of a planned write; `undefined` where they are not worth the reading. */
export type CountWrite = (
  action: Extract<RestoreAction, { kind: "write" }>,
) => { readonly added: number; readonly removed: number } | undefined;

/** What a plan would do, path by path. */
export function reportPlan(plan: RestorePlan, count: CountWrite): ReportedAction[] {
  return plan.actions.map((action) => {
    const counts = action.kind === "write" ? count(action) : undefined;
    return {
      path: action.path,
      action: action.kind,
      comesBack: action.kind === "write" && action.disk.kind === "absent",
      from: versionOnDisk(action),
      to: "wanted" in action ? `v${action.wanted.snapshot}` : null,
      added: counts?.added ?? null,
      removed: counts?.removed ?? null,
      why: whyOf(action, plan.request.deletions),
      hasFailed: action.kind === "refused",
      rescued: undefined,
      nearest: "nearest" in action ? `v${action.nearest}` : undefined,
      names: "disk" in action && "names" in action.disk ? action.disk.names : undefined,
    };
  });
}

/** What was done, path by path; `planned` knows what the reply does not say. */
export function reportReply(
  reply: RestoreReply,
  planned: readonly ReportedAction[],
): ReportedAction[] {
  if (reply.actions.length === 0) return [];
  const before = new Map(planned.map((action) => [action.path, action]));
  return reply.actions.map((done) => {
    const path = pathFromColumn(done.path);
    const known = before.get(path);
    return {
      path,
      action: done.action,
      comesBack: known?.comesBack ?? false,
      from: done.from ?? null,
      to: done.to ?? null,
      added: known?.added ?? null,
      removed: known?.removed ?? null,
      why: done.why ?? known?.why,
      hasFailed: done.action === "refused",
      rescued: done.rescued,
      unkept: done.unkept,
      nearest: known?.nearest,
      names: known?.names,
    };
  });
}

/**
 * The same of a reply that leaves out what was done as planned. What the plan only names may be another
 * file by now: there the reply counts.
 */
export function reportBrief(
  reply: RestoreReply,
  planned: readonly ReportedAction[],
): ReportedAction[] {
  const told = reportReply(reply, planned);
  const paths = new Set(told.map(({ path }) => path));
  const asPlanned = planned.filter((one) => !paths.has(one.path) && isDone(one));
  if (told.length === 0) return asPlanned;
  return [...asPlanned, ...told].sort((a, b) => comparePaths(a.path, b.path));
}

function isDone({ action }: ReportedAction): boolean {
  return action === "write" || action === "chmod" || action === "delete";
}

/** Counts by outcome. A change of mode counts as written. */
export function summarize(actions: readonly ReportedAction[]): Summary {
  const count = (test: (action: ReportedAction) => boolean) => actions.filter(test).length;
  const isDone = (action: ReportedAction) => !action.hasFailed;
  return {
    written: count((one) => isDone(one) && (one.action === "write" || one.action === "chmod")),
    deleted: count((one) => isDone(one) && one.action === "delete"),
    kept: count(
      (one) => isDone(one) && (one.action === "kept_newer" || one.action === "kept_changed"),
    ),
    failed: count((one) => one.hasFailed),
  };
}

/** True when the restore would change anything on disk. */
export function hasEffect(actions: readonly ReportedAction[]): boolean {
  const { written, deleted } = summarize(actions);
  return written + deleted > 0;
}

/**
 * Exit code of a restore: 7 when nothing was done because the contents are lost or were not kept; 8 when a path could not be done or, with `--exact`, a file had to stay; 5
 * when local changes were kept because of `--overwrite never`; else 0.
 */
export function exitOf(actions: readonly ReportedAction[], isExact: boolean): number {
  const failed = actions.filter(({ hasFailed }) => hasFailed);
  const isMissing = ({ why }: ReportedAction) => why !== undefined && missing.includes(why);
  const isAllLost = failed.every(isMissing) && !hasEffect(actions);
  if (failed.length > 0) return isAllLost ? 7 : 8;
  if (isExact && actions.some(({ action }) => action === "kept_newer")) return 8;
  return actions.some(({ action }) => action === "kept_changed") ? 5 : 0;
}

const missing: readonly string[] = [
  "content_lost",
  "content_withheld",
  "content_unrecordable",
  "content_thinned",
];

function whyOf(
  action: RestoreAction,
  deletions: RestorePlan["request"]["deletions"],
): string | undefined {
  const why = whyUntouched(action);
  if (why !== undefined) return why;
  // Asked to remove it and did not: what cannot be brought back is not removed.
  return action.kind === "kept_newer" && deletions === "remove" ? "not_recorded" : undefined;
}

function versionOnDisk(action: RestoreAction): string | null {
  if (!("disk" in action) || !("snapshot" in action.disk)) return null;
  return action.disk.snapshot === null ? null : `v${action.disk.snapshot}`;
}
