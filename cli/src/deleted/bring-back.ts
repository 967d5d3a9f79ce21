import {
  broughtBackAnswer,
  carryOutBringBack,
  type DeletedFile,
  hasEffect,
  type OpenHome,
  type OpenScope,
  planBringBack,
  undoOf,
  warnOfGone,
} from "@unf/answers";
import type { Call } from "../frame/call/command.ts";
import { whilePlanning } from "../frame/call/planning.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { confirmPlan } from "../plan/confirm-plan.ts";
import { exitOfRestore } from "../plan/exits.ts";
import { endAtSignal } from "../plan/interrupt-order.ts";
import { renderOutcomes } from "../plan/outcome-text.ts";
import { restoredLine } from "../plan/restore-text.ts";
import type { deletedFlags } from "./flags.ts";

/** Brings deleted files back by one restore of their last states, after a preview and a question. */
export async function bringBack(
  call: Call<typeof deletedFlags>,
  home: OpenHome,
  scope: OpenScope,
  files: readonly DeletedFile[],
): Promise<Answer> {
  const { flags, asker } = call;
  await warnOfGone(asker, scope.project);
  const planned = await planBringBack(scope, files, (request) =>
    whilePlanning(call, (turn) => scope.reader.planRestore(request, turn)),
  );
  const { actions } = planned;
  const preview = (view: View) => [
    view.paint.heading(`Restore ${countOf(files.length, "deleted file")}`),
    ...renderOutcomes(actions, view),
  ];
  const isDryRun = flags["dry-run"];
  if (isDryRun || !hasEffect(actions)) {
    const end = isDryRun ? "This was a dry run; nothing was changed." : "Nothing to restore.";
    return {
      kind: "document",
      schema: "unf.deleted/1",
      document: () => broughtBackAnswer(asker, planned, undefined, isDryRun),
      text: (view) => [...preview(view), end],
      exit: exitOfRestore(actions, false),
    };
  }
  await call.show(preview);
  await confirmPlan(call, { question: "Restore?", actions, reader: scope.reader });
  using progress = openProgress(call, "Restoring");
  const done = await carryOutBringBack(home, planned, call.argv, {
    onProgress: progress.update,
    ending: endAtSignal(call, scope.project),
  });
  return {
    kind: "document",
    schema: "unf.deleted/1",
    document: () => broughtBackAnswer(asker, planned, done, false),
    text: function* (view) {
      const { actions: outcomes, operation: id } = done;
      const failed = outcomes.filter(({ action }) => action === "refused");
      yield* renderOutcomes(failed, view);
      const operation = id === null ? undefined : undoOf(asker, scope.project, id);
      yield restoredLine(outcomes, operation, view);
    },
    exit: exitOfRestore(done.actions, false),
  };
}
