import type { RelPath, SnapshotId } from "../base/brand.ts";
import type { JournalStep, Operation } from "../timeline/operation.ts";
import { planTakenBack } from "./undo-target.ts";

/** All that a turn or a session did to one file, from its first row to its last. */
export interface Deed {
  readonly path: RelPath;
  readonly first: SnapshotId;
  readonly last: SnapshotId;
  /** All of its rows there; left out: none that a merge is looked through for. */
  readonly rows?: readonly SnapshotId[];
  /** False when the file was not there before. */
  readonly wasThere: boolean;
}

/** Operations after which nothing, or less, of what a scope did was left. Those that were undone do not count. */
export interface TakenBack {
  /** Oldest first. */
  readonly operations: readonly number[];
  /** False when some of it stayed, or was merged with what others wrote. */
  readonly isWhole: boolean;
}

export interface StandingRestore {
  readonly operation: Pick<Operation, "id" | "before">;
  /**
   * Its step at the path; asked only where the operation came after the scope, as it may have to
   * read the journal.
   */
  readonly stepOf: (path: RelPath) => JournalStep | undefined;
  /** Rows whose work is gone where its step merged; left out: not known. Asked only where it did. */
  readonly mergedBack?: (path: RelPath) => ReadonlySet<SnapshotId>;
}

/** Restores, `oops` among them, that stand. `operations`: all there are, newest first. Gives the oldest first. */
export function findStandingRestores(operations: readonly Operation[]): readonly Operation[] {
  const takenBack = planTakenBack(operations);
  return operations
    .filter(({ kind, state }) => kind === "restore" && (state === "done" || state === "partial"))
    .filter(({ id }) => !takenBack.has(id))
    .toReversed();
}

/** Whether restores took back what a scope did; `undefined` when it is all as they found it. */
export function planScopeTakenBack(
  deeds: readonly Deed[],
  restores: readonly StandingRestore[],
): TakenBack | undefined {
  const fates = deeds.map((deed) => {
    let fate: Fate | undefined;
    for (const restore of restores) fate = fateAfter(deed, restore, fate);
    return fate;
  });
  const operations = fates.flatMap((fate) => fate?.operation ?? []);
  if (operations.length === 0) return undefined;
  return {
    operations: [...new Set(operations)].sort((a, b) => a - b),
    isWhole: fates.every((fate) => fate?.isWhole === true),
  };
}

interface Fate {
  readonly operation: number;
  readonly isWhole: boolean;
}

/** Fate of the deed after a restore; `before`: as those before left it. */
function fateAfter(
  deed: Deed,
  { operation, stepOf, mergedBack }: StandingRestore,
  before: Fate | undefined,
): Fate | undefined {
  if (operation.before < deed.last) return before;
  const step = stepOf(deed.path);
  if (step === undefined || step.failure !== null) return before;
  if (!isMerge(step)) return fateOf(deed, step, operation.id, before);
  // Of what was taken back whole no line was left for it.
  if (before?.isWhole === true) return before;
  const merged = mergedBack?.(deed.path);
  const isOfMerge = merged !== undefined && deed.rows?.some((id) => merged.has(id)) === true;
  return isOfMerge ? { operation: operation.id, isWhole: false } : before;
}

/** True where the step put together what stood there and something earlier: no version has that. */
function isMerge({ to }: JournalStep): boolean {
  return to.kind === "recorded" && to.snapshot === null;
}

/** Fate of the deed after a step that merged nothing of its own. */
function fateOf(
  { first, last, wasThere }: Deed,
  { to }: JournalStep,
  operation: number,
  before: Fate | undefined,
): Fate | undefined {
  // Of what was taken back whole nothing was left for a later one that goes further back.
  const whole = before?.isWhole === true ? before : { operation, isWhole: true };
  if (to.kind === "absent") return wasThere ? before : whole;
  if (to.kind !== "recorded" || to.snapshot === null) return before;
  if (to.snapshot < first) return whole;
  // Brought back, or work of later that stands on it.
  return to.snapshot >= last ? undefined : { operation, isWhole: false };
}
