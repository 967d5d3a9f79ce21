import type { RestoreOutcome } from "@unf/core/orders";
import { restoreOutcomeAnswer } from "../orders/outcome-answer.ts";
import { summarize } from "../orders/outcomes.ts";
import type { Outcome } from "../orders/send-order.ts";
import { operationName, versionName } from "../parts/names.ts";
import { undoOf } from "../parts/next-command.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { thinnedFields } from "../scope/thinned.ts";
import { timeFields } from "../scope/time.ts";
import type { PlannedExport, WrittenTree } from "./export-tree.ts";
import type { PlannedRestore } from "./plan-restore.ts";
import type {
  ExportedAnswer,
  NumberedHunkAnswer,
  PlannedRestoreAnswer,
  RestoredAnswer,
} from "./shape.ts";

/** Facts of a plan that are shown besides its actions. */
export interface PlanShowing {
  readonly isDryRun: boolean;
  /** The hunks that there are to choose from, or were. */
  readonly hunks?: readonly NumberedHunkAnswer[] | undefined;
}

/** A restore that changes nothing: a dry run, or one with nothing to do. */
export function plannedRestoreAnswer(
  planned: PlannedRestore,
  showing: PlanShowing,
): PlannedRestoreAnswer {
  return {
    ...commonFields(planned, showing),
    operation: null,
    actions: planned.actions.map(restoreOutcomeAnswer),
    summary: summarize(planned.actions),
  };
}

/**
 * The answer on a restore that was carried out. `hunks`: those that there were to choose from,
 * where it is a part of a file.
 */
export function restoredAnswer(
  asker: Pick<Asker, "cwd" | "namedProject">,
  planned: PlannedRestore,
  { operation: id, actions }: Outcome<RestoreOutcome["action"]>,
  hunks?: readonly NumberedHunkAnswer[],
): RestoredAnswer {
  const operation = id === null ? undefined : undoOf(asker, planned.scope.project, id);
  return {
    ...commonFields(planned, { isDryRun: false, hunks }),
    operation: operation === undefined ? null : operationName(operation.id),
    undo: operation?.undo ?? null,
    actions: actions.map(restoreOutcomeAnswer),
    summary: summarize(actions),
  };
}

function commonFields(
  { scope, asked, plan, warnings }: PlannedRestore,
  { isDryRun, hunks }: PlanShowing,
) {
  return {
    ...pathFields("root", scope.project.root),
    dry_run: isDryRun,
    plan: plan.id,
    at: timeFields(asked.time),
    unchanged: plan.unchanged,
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ...(hunks === undefined ? {} : { hunks: [...hunks] }),
  };
}

/** Files that were written into another directory, beside the project. */
export function exportedAnswer(
  { scope, asked, directory, wanted }: PlannedExport,
  written: WrittenTree,
  isDryRun: boolean,
): ExportedAnswer {
  return {
    ...pathFields("root", scope.project.root),
    ...pathFields("directory", directory),
    dry_run: isDryRun,
    at: timeFields(asked.time),
    operation: null,
    actions: wanted.rows.map((snapshot) => ({
      ...pathFields("path", snapshot.path),
      action: "write",
      from: null,
      to: versionName(snapshot.id),
    })),
    summary: {
      written: written.files,
      deleted: 0,
      kept: 0,
      failed: wanted.thinned.length,
      bytes: written.bytes,
    },
    ...thinnedFields(wanted.thinned),
  };
}
