import type { UndoOutcome } from "@unf/core/orders";
import type { TimelineReader } from "@unf/core/ports";
import { undoOutcomeAnswer } from "../orders/outcome-answer.ts";
import { summarize } from "../orders/outcomes.ts";
import type { Outcome } from "../orders/send-order.ts";
import { operationName, turnName, versionName } from "../parts/names.ts";
import { undoOf } from "../parts/next-command.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import type { OopsPreview } from "../ports/history.ts";
import type { PlannedOops } from "./plan-oops.ts";
import type { OopsAnswer, TakenScopeAnswer } from "./shape.ts";

/** An oops, planned or carried out. */
export function oopsAnswer(
  asker: Pick<Asker, "cwd" | "namedProject">,
  { scope, plan, scopes, doubtful }: PlannedOops,
  { operation: id, actions }: Outcome<UndoOutcome["action"]>,
  isDryRun: boolean,
  hunks?: OopsAnswer["hunks"],
): OopsAnswer {
  const operation = id === null ? undefined : undoOf(asker, scope.project, id);
  const { timeline } = scope.reader;
  return {
    ...pathFields("root", scope.project.root),
    dry_run: isDryRun,
    plan: plan.id,
    scopes: scopes.map((one) => scopeAnswer(timeline, one)),
    operation: operation === undefined ? null : operationName(operation.id),
    undo: operation?.undo ?? null,
    unchanged: plan.unchanged,
    actions: actions.map(undoOutcomeAnswer),
    doubtful: doubtful.map((path) => pathFields("path", path)),
    summary: summarize(actions),
    ...(hunks === undefined ? {} : { hunks }),
  };
}

function scopeAnswer(
  timeline: TimelineReader,
  scope: OopsPreview["scopes"][number],
): TakenScopeAnswer {
  switch (scope.kind) {
    case "turn": {
      const session = timeline.turn(scope.turn)?.session ?? null;
      const agent = session === null ? null : (timeline.session(session)?.agent ?? null);
      return { turn: turnName(scope.turn), session, agent };
    }
    case "session":
      return { session: scope.session, agent: timeline.session(scope.session)?.agent ?? null };
    case "rows":
      return { burst: { from: versionName(scope.after + 1), to: versionName(scope.upTo) } };
  }
}
