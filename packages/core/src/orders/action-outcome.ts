import type { RelPath, SnapshotId } from "../base/brand.ts";
import type { Overlap } from "../lines/merge.ts";
import type { UndoAction } from "../operations/undo-plan.ts";
import { type RestoreAction, whyUntouched } from "../restore/plan.ts";

/** Action of an order on a file, as its plan has it. */
export type OrderAction = RestoreAction | UndoAction;

/** Further effects on a file, besides the planned one. */
export interface Aftermath {
  /** Where a file that could not be recorded was put before something took its place. */
  readonly rescued?: string;
  /** Owner and attributes that a replaced file could not keep: `owner`, `group`, names. */
  readonly unkept?: readonly string[];
}

/**
 * One file of an order, planned or carried out: what travels, what every face shows and what the library
 * gives are parts of it.
 */
export interface ActionOutcome<K extends OrderAction["kind"] = OrderAction["kind"]>
  extends Aftermath {
  readonly path: RelPath;
  readonly action: K;
  /** The version that stands there; `null` when none does, or what does is not recorded. */
  readonly from: SnapshotId | null;
  /** The version that is put there. */
  readonly to: SnapshotId | null;
  /** It is written, and not there now. */
  readonly comesBack: boolean;
  /** The text written holds the newer change of somebody else as well. */
  readonly merged: boolean;
  /** Why it is kept or refused: a word of the plan. */
  readonly why?: string;
  /** Lines of the file as it stands that are kept, although the operation had changed them. */
  readonly overlaps?: readonly Overlap[];
  /** Where its content at that instant is no longer kept: the nearest version that is. */
  readonly nearest?: SnapshotId;
  /** How many names the file on disk has, where it has more than this one. */
  readonly names?: number;
  /** Lines that are written, where somebody counted them. */
  readonly counts?: { readonly added: number; readonly removed: number };
}

export type RestoreOutcome = ActionOutcome<RestoreAction["kind"]>;
export type UndoOutcome = ActionOutcome<UndoAction["kind"]>;

/** Outcome of a restore for a file, planned or done. */
export function outcomeOfRestore(action: RestoreAction, aftermath: Aftermath = {}): RestoreOutcome {
  const disk = "disk" in action ? action.disk : undefined;
  const why = whyUntouched(action);
  return {
    path: action.path,
    action: action.kind,
    from: disk !== undefined && "snapshot" in disk ? disk.snapshot : null,
    to: "wanted" in action ? action.wanted.snapshot : null,
    comesBack: action.kind === "write" && action.disk.kind === "absent",
    merged: false,
    ...(why === undefined ? {} : { why }),
    ...("nearest" in action ? { nearest: action.nearest } : {}),
    ...(disk !== undefined && "names" in disk ? { names: disk.names } : {}),
    ...aftermath,
  };
}

/** Outcome of an undo, a redo or an oops for a file, planned or done. */
export function outcomeOfUndo(action: UndoAction, aftermath: Aftermath = {}): UndoOutcome {
  const states = "from" in action ? action : undefined;
  return {
    path: action.path,
    action: action.kind,
    from: versionOf(states?.from),
    to: versionOf(states?.to),
    comesBack: action.kind === "write" && states?.from.kind === "absent",
    merged: states?.merged ?? false,
    ...("why" in action ? { why: action.why } : {}),
    ...("overlaps" in action ? { overlaps: action.overlaps } : {}),
    ...aftermath,
  };
}

/** Asked to remove it and did not: what cannot be brought back is not removed. */
export function explainKept<K extends OrderAction["kind"]>(
  outcome: ActionOutcome<K>,
  deletions: "keep" | "remove",
): ActionOutcome<K> {
  if (deletions === "keep" || outcome.action !== "kept_newer") return outcome;
  return { why: "not_recorded", ...outcome };
}

/** True where something was done to the file, or is to be. */
export function isDone({ action }: Pick<ActionOutcome, "action">): boolean {
  return action === "write" || action === "chmod" || action === "delete";
}

function versionOf(state: Extract<UndoAction, { readonly from: unknown }>["from"] | undefined) {
  return state?.kind === "recorded" ? state.snapshot : null;
}
