import {
  nextCommand,
  type OpenHome,
  type OpenScope,
  openScope,
  parseOperationWord,
  pathFields,
} from "@unf/answers";
import { pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import type { UndoPlan } from "@unf/core/operations";
import { requireYes } from "../frame/ask/confirm.ts";
import type { Call } from "../frame/call/command.ts";
import { openProgress, whilePlanning } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";
import { sendOrder } from "../plan/send-order.ts";
import {
  exitOfUndo,
  hasUndoEffect,
  type ReportedUndo,
  reportBriefUndo,
  reportUndoPlan,
  summarizeUndo,
} from "../plan/undo-report.ts";
import {
  operationText,
  renderUndoActions,
  renderUndoPlan,
  type UndoSubject,
  undoActionJson,
  undoneLine,
} from "../plan/undo-text.ts";
import { readGitWarnings } from "../plan/unfinished-git.ts";
import type { undoFlags } from "./flags.ts";
import { findOperation, originOf } from "./operations.ts";

const schema = "unf.undo/1";

/** One undo or redo, from its plan on. */
interface Inversion extends UndoSubject {
  /** The command; to undo an undo is a redo, as `kind` says then. */
  readonly asked: "undo" | "redo";
  readonly scope: OpenScope;
  readonly plan: UndoPlan;
  /** The command that takes it back once it is done. */
  readonly back: string;
}

/** Runs `unf undo` or `unf redo`: shows the plan, asks, has it carried out, and says the way back. */
export async function runInversion(
  kind: "undo" | "redo",
  call: Call<typeof undoFlags>,
): Promise<Answer> {
  const { flags, terminal, world } = call;
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, []);
  const inversion = await readInversion(kind, call, scope).catch(async (thrown: unknown) => {
    if (!(thrown instanceof UnfError) || thrown.code !== "pending") throw thrown;
    await awaitFinished(call, home, scope);
    return readInversion(kind, call, scope);
  });
  const { plan } = inversion;
  if (flags.plan !== undefined && flags.plan !== plan.id) {
    throw new UnfError(
      "conflict",
      `the plan is now ${plan.id}, not ${flags.plan}; nothing was done`,
      { hint: "look at it with --dry-run" },
    );
  }
  const planned = reportUndoPlan(plan);
  // Newer changes are in the way everywhere. Files that are all as wanted are another matter: the
  // operation is taken back, and the next undo goes one further.
  const isHopeless = planned.length > 0 && !hasUndoEffect(planned);
  if (isHopeless) return nothingDone(inversion, planned, flags["dry-run"]);
  const preview = (view: View) => renderUndoPlan(planned, inversion, view);
  if (flags["dry-run"]) {
    return answer(inversion, planned, {
      isDryRun: true,
      operation: null,
      text: (view) => [...preview(view), "This was a dry run; nothing was changed."],
    });
  }
  if (planned.length > 0) {
    await call.show(preview);
    requireYes(
      { yes: flags.yes, mayAsk: terminal.mayAsk, ask: world.ask },
      `What is there now is recorded first. ${plan.kind === "undo" ? "Undo" : "Redo"}?`,
      "add --yes, or look first with --dry-run",
    );
  }
  return carryOut(call, home, inversion, planned);
}

async function readInversion(
  kind: "undo" | "redo",
  call: Call<typeof undoFlags>,
  scope: OpenScope,
): Promise<Inversion> {
  const { timeline } = scope.reader;
  const [word] = call.args;
  const asked = word === undefined ? null : parseOperationWord(word);
  const plan = whilePlanning(call, (onLooked) => scope.reader.planInvert(kind, asked, onLooked));
  const origin = originOf(timeline, findOperation(timeline, plan.inverts));
  const other = plan.kind === "undo" ? "redo" : "undo";
  const back = nextCommand(call.asker, scope.project, [other, `op-${origin.id}`]);
  const warnings = readGitWarnings(await call.world.fileSystem(), scope.project.root);
  return { asked: kind, kind: plan.kind, scope, plan, planId: plan.id, origin, back, warnings };
}

/** What is under way just now, or was left half done, is finished before a flush is answered. */
async function awaitFinished(
  call: Call<typeof undoFlags>,
  { wiring, reader }: OpenHome,
  { project }: OpenScope,
): Promise<void> {
  using progress = openProgress(call, "Waiting");
  await using writer = await wiring.openWriter(reader.home, "process");
  const root = pathToColumn(project.root as string as RelPath);
  await writer.request("flush", { root }, progress.update);
}

async function carryOut(
  call: Call<typeof undoFlags>,
  home: OpenHome,
  inversion: Inversion,
  planned: readonly ReportedUndo[],
): Promise<Answer> {
  const { asked, kind, plan, scope } = inversion;
  using progress = openProgress(call, kind === "undo" ? "Undoing" : "Redoing");
  const params = {
    root: pathToColumn(scope.project.root as string as RelPath),
    kind: asked,
    operation: plan.inverts,
    plan: plan.id,
    brief: true as const,
    argv: call.argv,
  };
  const outcome = await sendOrder(call, home, {
    scope,
    plan: plan.id,
    send: (writer) => writer.request("invert", params, progress.update),
  });
  const isSaid = "reply" in outcome;
  const actions = isSaid ? reportBriefUndo(outcome.reply, planned) : planned;
  return answer(inversion, actions, {
    isDryRun: false,
    operation: isSaid ? outcome.reply.operation : outcome.recovered,
    text: function* (view) {
      const isWorthALine = ({ rescued, unkept, action, isMerged }: ReportedUndo) =>
        unkept !== undefined ||
        rescued !== undefined ||
        action === "kept" ||
        action === "refused" ||
        isMerged;
      yield* renderUndoActions(actions.filter(isWorthALine), view);
      yield undoneLine(inversion, summarizeUndo(actions), inversion.back, view);
    },
  });
}

function nothingDone(
  inversion: Inversion,
  planned: readonly ReportedUndo[],
  isDryRun: boolean,
): Answer {
  return answer(inversion, planned, {
    isDryRun,
    operation: null,
    text: function* (view) {
      yield* renderUndoActions(planned, view);
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
  { kind, scope, plan, origin, back, warnings }: Inversion,
  actions: readonly ReportedUndo[],
  { isDryRun, operation, text }: Outcome,
): Answer {
  const isDone = operation !== null;
  return {
    kind: "document",
    schema,
    document: () => ({
      ...pathFields("root", scope.project.root),
      dry_run: isDryRun,
      plan: plan.id,
      kind,
      undone: `op-${plan.inverts}`,
      ...(kind === "redo" ? { redone: `op-${origin.id}` } : {}),
      operation: isDone ? `op-${operation}` : null,
      [kind === "undo" ? "redo" : "undo"]: isDone ? back : null,
      unchanged: plan.unchanged,
      ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
      actions: actions.map(undoActionJson),
      summary: { ...summarizeUndo(actions) },
    }),
    text,
    exit: exitOfUndo(actions),
  };
}
