import { type OpenHome, undoOf } from "@unf/answers";
import { pathToColumn, type RelPath } from "@unf/core/base";
import type { Call } from "../frame/call/command.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { exitOf, reportBrief, summarize } from "../plan/restore-report.ts";
import { actionJson, renderActions, restoredLine } from "../plan/restore-text.ts";
import { sendOrder } from "../plan/send-order.ts";
import { commonFields, type Planned, restoreSchema } from "./answers.ts";
import type { restoreFlags } from "./flags.ts";

/** Has exactly this plan carried out, and says what became of it. */
export async function carryOut(
  call: Call<typeof restoreFlags>,
  home: OpenHome,
  planned: Planned,
): Promise<Answer> {
  const { scope, asked, plan } = planned;
  using progress = openProgress(call, "Restoring");
  const params = {
    ...asked.request,
    root: pathToColumn(scope.project.root as string as RelPath),
    plan: plan.id,
    brief: true,
    argv: call.argv,
  } as const;
  const outcome = await sendOrder(call, home, {
    scope,
    plan: plan.id,
    send: (writer) => writer.request("restore", params, progress.update),
  });
  const isSaid = "reply" in outcome;
  const actions = isSaid ? reportBrief(outcome.reply, planned.actions) : planned.actions;
  const summary = summarize(actions);
  const id = isSaid ? outcome.reply.operation : outcome.recovered;
  const operation = id === null ? undefined : undoOf(call.asker, scope.project, id);
  return {
    kind: "document",
    schema: restoreSchema,
    document: () => ({
      ...commonFields(planned, false),
      operation: operation === undefined ? null : `op-${operation.id}`,
      undo: operation?.undo ?? null,
      actions: actions.map(actionJson),
      summary: { ...summary },
    }),
    text: function* (view) {
      const failed = actions.filter(
        ({ hasFailed, rescued, unkept }) =>
          hasFailed || rescued !== undefined || unkept !== undefined,
      );
      if (failed.length > 0) yield* renderActions(failed, view);
      yield restoredLine(summary, operation, view);
    },
    exit: exitOf(actions, call.flags.exact),
  };
}
