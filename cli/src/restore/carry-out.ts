import { carryOutRestore, type OpenHome, restoredAnswer, undoOf } from "@unf/answers";
import type { Call } from "../frame/call/command.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { exitOfRestore } from "../plan/exits.ts";
import { endAtSignal } from "../plan/interrupt-order.ts";
import { isWorthALine, renderOutcomes } from "../plan/outcome-text.ts";
import { restoredLine } from "../plan/restore-text.ts";
import { type Planned, restoreSchema } from "./answers.ts";
import type { restoreFlags } from "./flags.ts";

/** Has exactly this plan carried out, and says what became of it. */
export async function carryOut(
  call: Call<typeof restoreFlags>,
  home: OpenHome,
  planned: Planned,
): Promise<Answer> {
  const { project } = planned.scope;
  using progress = openProgress(call, "Restoring");
  const outcome = await carryOutRestore(home, planned, call.argv, {
    onProgress: progress.update,
    ending: endAtSignal(call, project),
  });
  const { operation: id, actions } = outcome;
  return {
    kind: "document",
    schema: restoreSchema,
    document: () => restoredAnswer(call.asker, planned, outcome, planned.hunks),
    text: function* (view) {
      const told = actions.filter(isWorthALine);
      if (told.length > 0) yield* renderOutcomes(told, view);
      const operation = id === null ? undefined : undoOf(call.asker, project, id);
      yield restoredLine(actions, operation, view);
    },
    exit: exitOfRestore(actions, call.flags.exact),
  };
}
