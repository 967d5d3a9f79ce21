import { byPath } from "@unf/core/base";
import type { UndoPlan } from "@unf/core/operations";
import {
  type ActionOutcome,
  explainKept,
  isDone,
  type OrderAction,
  outcomeOfRestore,
  outcomeOfUndo,
  type RestoreOutcome,
  type UndoOutcome,
} from "@unf/core/orders";
import type { RestoreAction, RestorePlan } from "@unf/core/restore";
import { readOutcome, type WireOutcome } from "@unf/protocol";
import type { SummaryAnswer } from "./shape.ts";

/** Line counts of a planned write; `undefined` where they are not worth the reading. */
export type CountWrite = (
  action: Extract<RestoreAction, { kind: "write" }>,
) => { readonly added: number; readonly removed: number } | undefined;

/** The same of an action of an undo, a redo or an oops. */
export type CountUndo = (action: UndoPlan["actions"][number]) => ReturnType<CountWrite>;

/** Outcomes of a planned restore, file by file. */
export function outcomesOfRestore(plan: RestorePlan, count: CountWrite): RestoreOutcome[] {
  const { deletions } = plan.request;
  return plan.actions.map((action) => {
    const counts = action.kind === "write" ? count(action) : undefined;
    return withCounts(explainKept(outcomeOfRestore(action), deletions), counts);
  });
}

/** Outcomes of a planned undo, redo or oops, file by file. */
export function outcomesOfUndo(plan: Pick<UndoPlan, "actions">, count: CountUndo): UndoOutcome[] {
  return plan.actions.map((action) => withCounts(outcomeOfUndo(action), count(action)));
}

function withCounts<K extends OrderAction["kind"]>(
  outcome: ActionOutcome<K>,
  counts: ReturnType<CountUndo>,
): ActionOutcome<K> {
  return counts === undefined ? outcome : { ...outcome, counts };
}

/**
 * Reads the outcomes of a reply that leaves out what was done as planned, file by file; `planned` knows
 * what the reply does not say. What the plan only names may be another file by now: there the reply counts.
 */
export function readBriefReply<K extends OrderAction["kind"]>(
  actions: readonly WireOutcome<K>[],
  planned: readonly ActionOutcome<K>[],
): ActionOutcome<K>[] {
  const told = complete(actions, planned);
  const known = new Set(told.map((one) => one.known));
  const asPlanned = planned.filter((one) => !known.has(one) && isDone(one));
  if (told.length === 0) return asPlanned;
  return [...asPlanned, ...told.map(({ outcome }) => outcome)].sort(byPath);
}

interface Completed<K extends OrderAction["kind"]> {
  readonly outcome: ActionOutcome<K>;
  /** As it was planned. */
  readonly known: ActionOutcome<K> | undefined;
}

function complete<K extends OrderAction["kind"]>(
  actions: readonly WireOutcome<K>[],
  planned: readonly ActionOutcome<K>[],
): Completed<K>[] {
  if (actions.length === 0) return [];
  const byName = Map.groupBy(planned, ({ path }) => path);
  return actions.map((sent) => {
    const told = readOutcome(sent);
    const [first, ...others] = byName.get(told.path) ?? [];
    // A file that is merged and keeps some lines has an outcome for either.
    const known =
      others.length === 0 ? first : [first, ...others].find((one) => one?.action === told.action);
    return { outcome: { ...nothingKnown, ...known, ...told }, known };
  });
}

const nothingKnown = { from: null, to: null, comesBack: false, merged: false };

/** Counts by outcome. A change of mode counts as written. */
export function summarize(outcomes: readonly ActionOutcome[]): SummaryAnswer {
  const summary = { written: 0, deleted: 0, kept: 0, failed: 0 };
  for (const { action } of outcomes) summary[columns[action]] += 1;
  return summary;
}

const columns = {
  write: "written",
  chmod: "written",
  delete: "deleted",
  kept: "kept",
  kept_newer: "kept",
  kept_changed: "kept",
  refused: "failed",
} as const satisfies Record<OrderAction["kind"], keyof SummaryAnswer>;

/** True when anything on disk would change. */
export function hasEffect(outcomes: readonly ActionOutcome[]): boolean {
  return outcomes.some(isDone);
}
