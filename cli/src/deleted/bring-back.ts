import {
  type BroughtPart,
  broughtBackAnswer,
  carryOutBringBack,
  type DeletedFile,
  hasEffect,
  type OpenHome,
  type OpenScope,
  planBringBack,
} from "@unf/answers";
import type { Call } from "../frame/call/command.ts";
import { openProgress, whilePlanning } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { confirmPlan } from "../plan/confirm-plan.ts";
import { exitOfRestore } from "../plan/exits.ts";
import { renderOutcomes } from "../plan/outcome-text.ts";
import { restoredLine } from "../plan/restore-text.ts";
import type { deletedFlags } from "./flags.ts";

/** Brings deleted files back by restores of their last state, after a preview and a question. */
export async function bringBack(
  call: Call<typeof deletedFlags>,
  home: OpenHome,
  scope: OpenScope,
  files: readonly DeletedFile[],
): Promise<Answer> {
  const { flags } = call;
  const planned = planBringBack(scope, files, (request) =>
    whilePlanning(call, (onLooked) => scope.reader.planRestore(request, onLooked)),
  );
  const actions = planned.flatMap((part) => part.actions);
  const preview = (view: View) => [
    view.paint.heading(`Restore ${countOf(files.length, "deleted file")}`),
    ...renderOutcomes(actions, view),
  ];
  if (flags["dry-run"] || !hasEffect(actions)) {
    const end = flags["dry-run"]
      ? "This was a dry run; nothing was changed."
      : "Nothing to restore.";
    return answer(scope, planned, flags["dry-run"], (view) => [...preview(view), end]);
  }
  await call.show(preview);
  await confirmPlan(call, { question: "Restore?", actions, reader: scope.reader });
  using progress = openProgress(call, "Restoring");
  const order = { parts: planned, argv: call.argv, onProgress: progress.update };
  const done = await carryOutBringBack(call.asker, home, scope, order);
  return answer(scope, done, false, function* (view) {
    const outcomes = done.flatMap((part) => part.actions);
    const failed = outcomes.filter(({ action }) => action === "refused");
    yield* renderOutcomes(failed, view);
    for (const part of done) yield restoredLine(part.actions, part.operation, view);
  });
}

function answer(
  scope: OpenScope,
  parts: readonly BroughtPart[],
  isDryRun: boolean,
  text: (view: View) => Iterable<string>,
): Answer {
  return {
    kind: "document",
    schema: "unf.deleted/1",
    document: () => broughtBackAnswer(scope, parts, isDryRun),
    text,
    exit: exitOfRestore(
      parts.flatMap(({ actions }) => actions),
      false,
    ),
  };
}
