import { type NumberedHunkAnswer, type PlannedRestore, plannedRestoreAnswer } from "@unf/answers";
import type { Answer } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import { exitOfRestore } from "../plan/exits.ts";
import { renderOutcomes } from "../plan/outcome-text.ts";
import { renderPlan } from "../plan/restore-text.ts";

export const restoreSchema = "unf.restore/1";

/** A planned restore, and the hunks that there were to choose from, if it is of a part. */
export interface Planned extends PlannedRestore {
  readonly hunks?: readonly NumberedHunkAnswer[];
}

/** The plan for a person. */
export function previewLines(planned: Planned, view: View): Iterable<string> {
  const { plan, asked, warnings } = planned;
  const { within, target } = asked.request;
  const subject = { planId: plan.id, within, time: asked.time, isEachItsOwn: "ids" in target };
  return renderPlan(planned.actions, { ...subject, warnings }, view);
}

/** The answer to a restore that changes nothing: a dry run, or one with nothing to do. */
export function plannedAnswer(
  planned: Planned,
  flags: { readonly "dry-run": boolean; readonly exact: boolean },
  text: (view: View) => Iterable<string>,
): Answer {
  const { actions, hunks } = planned;
  return {
    kind: "document",
    schema: restoreSchema,
    document: () => plannedRestoreAnswer(planned, { isDryRun: flags["dry-run"], hunks }),
    text,
    exit: exitOfRestore(actions, flags.exact),
  };
}

/** A dry run shows the plan and says that this was all. */
export function dryRunAnswer(
  planned: Planned,
  flags: { readonly "dry-run": boolean; readonly exact: boolean },
): Answer {
  return plannedAnswer(planned, flags, (view) => [
    ...previewLines(planned, view),
    "This was a dry run; nothing was changed.",
  ]);
}

export function nothingToDo(
  planned: Planned,
  flags: { readonly "dry-run": boolean; readonly exact: boolean },
): Answer {
  return plannedAnswer(planned, flags, function* (view) {
    yield* renderOutcomes(planned.actions, view);
    yield planned.actions.some(({ action }) => action === "refused")
      ? "Nothing was restored."
      : "Nothing to restore: the files are as they were then.";
  });
}
