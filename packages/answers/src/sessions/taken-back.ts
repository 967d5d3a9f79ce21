import type { RelPath, SnapshotId } from "@unf/core/base";
import {
  type Deed,
  findStandingRestores,
  planScopeTakenBack,
  type StandingRestore,
  type TakenBack,
} from "@unf/core/operations";
import type { SnapshotQuery, TimelineReader } from "@unf/core/ports";
import type { JournalStep, Snapshot } from "@unf/core/timeline";

/** Rows whose work an operation took back where it merged the file. */
export type ReadMerged = (
  operation: StandingRestore["operation"],
  path: RelPath,
) => ReadonlySet<SnapshotId>;

/**
 * The restores of a project that stand; what each did is read when it is asked for, once for a listing.
 * `readMerged`: left out where merges are not looked through.
 */
export function readStandingRestores(
  timeline: TimelineReader,
  readMerged?: ReadMerged,
): readonly StandingRestore[] {
  const operations = timeline.operations(Number.MAX_SAFE_INTEGER);
  return findStandingRestores(operations).map(openRestores(timeline, readMerged));
}

/** Reads what an operation did when it is asked for, and once. */
export function openRestores(
  timeline: TimelineReader,
  readMerged?: ReadMerged,
): (operation: StandingRestore["operation"]) => StandingRestore {
  const journals = new Map<number, ReadonlyMap<RelPath, JournalStep>>();
  return (operation) => ({
    operation,
    stepOf: (path) => {
      const { id } = operation;
      const known = journals.get(id);
      const steps = known ?? new Map(timeline.steps(id).map((step) => [step.path, step]));
      if (known === undefined) journals.set(id, steps);
      return steps.get(path);
    },
    ...(readMerged === undefined
      ? {}
      : { mergedBack: (path: RelPath) => readMerged(operation, path) }),
  });
}

/** Whether what a session or a turn did was taken back; `upTo`: what it did up to that row. */
export function readTakenBack(
  timeline: TimelineReader,
  of: Pick<SnapshotQuery, "session" | "turn">,
  restores: readonly StandingRestore[],
  upTo = Number.POSITIVE_INFINITY,
): TakenBack | undefined {
  if (restores.length === 0) return undefined;
  const query = { ...of, within: [], interim: true, order: "oldest" } as const;
  const rows = [...timeline.find(query)].filter(({ id }) => id <= upTo);
  const byPath = Map.groupBy(rows, ({ path }) => path);
  return planScopeTakenBack(
    [...byPath.values()].flatMap((rows) => deedOf(timeline, rows)),
    restores,
  );
}

/** None of a file that was created and deleted again: nothing of it is there to be taken back. */
function deedOf(timeline: TimelineReader, rows: readonly Snapshot[]): readonly Deed[] {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return [];
  const { path } = first;
  const { kind } = timeline.pathAt(path, { id: (first.id - 1) as SnapshotId });
  const wasThere = kind === "kept" || kind === "thinned";
  if (!wasThere && last.hash === null) return [];
  return [{ path, first: first.id, last: last.id, rows: rows.map(({ id }) => id), wasThere }];
}
