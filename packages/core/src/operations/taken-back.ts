import type { RelPath, SnapshotId } from "../base/brand.ts";
import type { JournalStep, Operation } from "../timeline/operation.ts";
import { planTakenBack } from "./undo-target.ts";

/** All that a turn or a session did to one file, from its first row to its last. */
export interface Deed {
  readonly path: RelPath;
  readonly first: SnapshotId;
  readonly last: SnapshotId;
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
    for (const { operation, stepOf } of restores) {
      if (operation.before < deed.last) continue;
      const step = stepOf(deed.path);
      if (step === undefined || step.failure !== null) continue;
      fate = fateOf(deed, step, operation.id, fate);
    }
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

/**
 * Fate of the deed after a step. A merge with others' work does not say whose part it took back: it
 * counts for nobody.
 */
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
