import {
  awaitFinished,
  carryOutInversion,
  type Inversion,
  isHopeless,
  isPending,
  type OpenHome,
  type OpenScope,
  openScope,
  planInversion,
  requirePlan,
  undoAnswer,
} from "@unf/answers";
import type { UndoOutcome } from "@unf/core/orders";
import type { Call } from "../frame/call/command.ts";
import { whilePlanning } from "../frame/call/planning.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import { confirmPlan } from "../plan/confirm-plan.ts";
import { exitOfUndo } from "../plan/exits.ts";
import { endAtSignal } from "../plan/interrupt-order.ts";
import { isWorthALine, renderOutcomes } from "../plan/outcome-text.ts";
import { operationText, renderUndoPlan, undoneLine } from "../plan/undo-text.ts";
import type { undoFlags } from "./flags.ts";

/** Runs `unf undo` or `unf redo`: shows the plan, asks, has it carried out, and says the way back. */
export async function runInversion(
  kind: "undo" | "redo",
  call: Call<typeof undoFlags>,
): Promise<Answer> {
  const { flags } = call;
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, []);
  const inversion = await plan(kind, call, scope).catch(async (thrown: unknown) => {
    if (!isPending(thrown)) throw thrown;
    await wait(call, home, scope);
    return plan(kind, call, scope);
  });
  requirePlan(flags.plan, [inversion.plan.id], "done");
  if (isHopeless(inversion)) return nothingDone(inversion, flags["dry-run"]);
  const preview = (view: View) => renderUndoPlan(inversion, view);
  if (flags["dry-run"]) {
    return answer(inversion, inversion.actions, {
      isDryRun: true,
      operation: null,
      text: (view) => [...preview(view), "This was a dry run; nothing was changed."],
    });
  }
  if (inversion.actions.length > 0) {
    await call.show(preview);
    const verb = inversion.plan.kind === "undo" ? "Undo" : "Redo";
    const question = `What is there now is recorded first. ${verb}?`;
    await confirmPlan(call, { question, actions: inversion.actions, reader: scope.reader });
  }
  return carryOut(call, home, inversion);
}

async function plan(
  kind: "undo" | "redo",
  call: Call<typeof undoFlags>,
  scope: OpenScope,
): Promise<Inversion> {
  const [operation] = call.args;
  return whilePlanning(call, (turn) => planInversion(call.asker, scope, { kind, operation }, turn));
}

async function wait(call: Call<typeof undoFlags>, home: OpenHome, scope: OpenScope): Promise<void> {
  using progress = openProgress(call, "Waiting");
  await awaitFinished(home, scope, progress.update);
}

async function carryOut(
  call: Call<typeof undoFlags>,
  home: OpenHome,
  inversion: Inversion,
): Promise<Answer> {
  using progress = openProgress(call, inversion.plan.kind === "undo" ? "Undoing" : "Redoing");
  const { operation, actions } = await carryOutInversion(home, inversion, call.argv, {
    onProgress: progress.update,
    ending: endAtSignal(call, inversion.scope.project),
  });
  return answer(inversion, actions, {
    isDryRun: false,
    operation,
    text: function* (view) {
      yield* renderOutcomes(actions.filter(isWorthALine), view);
      yield undoneLine(inversion, actions, view);
    },
  });
}

function nothingDone(inversion: Inversion, isDryRun: boolean): Answer {
  return answer(inversion, inversion.actions, {
    isDryRun,
    operation: null,
    text: function* (view) {
      yield* renderOutcomes(inversion.actions, view);
      yield `Nothing of ${operationText(inversion.origin)} could be taken back; nothing was changed.`;
    },
  });
}

interface Outcome {
  readonly isDryRun: boolean;
  readonly operation: number | null;
  readonly text: (view: View) => Iterable<string>;
}

function answer(
  inversion: Inversion,
  actions: readonly UndoOutcome[],
  { isDryRun, operation, text }: Outcome,
): Answer {
  return {
    kind: "document",
    schema: "unf.undo/1",
    document: () => undoAnswer(inversion, { operation, actions }, isDryRun),
    text,
    exit: exitOfUndo(actions),
  };
}
