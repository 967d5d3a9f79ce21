import { type OpenScope, pathFields, timeFields } from "@unf/answers";
import type { RestorePlan } from "@unf/core/restore";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import { exitOf, type ReportedAction, summarize } from "../plan/restore-report.ts";
import { actionJson, renderActions, renderPlan } from "../plan/restore-text.ts";
import type { Asked } from "./request.ts";

export const restoreSchema = "unf.restore/1";

/** A restore that is planned, and what the plan would do. */
export interface Planned {
  readonly scope: OpenScope;
  readonly asked: Asked;
  readonly plan: RestorePlan;
  readonly actions: readonly ReportedAction[];
  /** What a person should know before saying yes. */
  readonly warnings: readonly string[];
  /** More members of the JSON document. */
  readonly more?: () => JsonObject;
}

/** The plan for a person. */
export function previewLines(planned: Planned, view: View): Iterable<string> {
  const { plan, asked, warnings } = planned;
  const { within } = asked.request;
  return renderPlan(planned.actions, { planId: plan.id, within, time: asked.time, warnings }, view);
}

/** The answer to a restore that changes nothing: a dry run, or one with nothing to do. */
export function plannedAnswer(
  planned: Planned,
  flags: { readonly "dry-run": boolean; readonly exact: boolean },
  text: (view: View) => Iterable<string>,
): Answer {
  const { actions } = planned;
  return {
    kind: "document",
    schema: restoreSchema,
    document: () => ({
      ...commonFields(planned, flags["dry-run"]),
      operation: null,
      actions: actions.map(actionJson),
      summary: { ...summarize(actions) },
    }),
    text,
    exit: exitOf(actions, flags.exact),
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
    yield* renderActions(planned.actions, view);
    yield planned.actions.some(({ hasFailed }) => hasFailed)
      ? "Nothing was restored."
      : "Nothing to restore: the files are as they were then.";
  });
}

/** What the document of every restore begins with. */
export function commonFields({ scope, asked, plan, warnings, more }: Planned, isDryRun: boolean) {
  return {
    ...pathFields("root", scope.project.root),
    dry_run: isDryRun,
    plan: plan.id,
    at: timeFields(asked.time),
    unchanged: plan.unchanged,
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ...more?.(),
  };
}
