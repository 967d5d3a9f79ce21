import { nextCommand, type OpenHome, type OpenScope, openScope, pathFields } from "@unf/answers";
import { pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { OopsPreview, OopsWish } from "@unf/wiring";
import { requireYes } from "../frame/ask/confirm.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { undoExits } from "../frame/call/exits.ts";
import { openProgress, whilePlanning } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { planHeadline } from "../plan/plan-rows.ts";
import { summaryText } from "../plan/restore-text.ts";
import { sendOrder } from "../plan/send-order.ts";
import {
  exitOfUndo,
  hasUndoEffect,
  type ReportedUndo,
  reportBriefUndo,
  reportUndoPlan,
  summarizeUndo,
} from "../plan/undo-report.ts";
import { renderUndoActions, undoActionJson } from "../plan/undo-text.ts";
import { oopsFlags } from "./flags.ts";
import { scopeJson, scopeText } from "./scope.ts";
import { readWish, settleWish } from "./wish.ts";

const schema = "unf.oops/1";

export const oops = defineCommand({
  usage: ["oops", "oops --turn <t-12>", "oops --session <s-7f3a>", "oops --burst"],
  about: [
    "Takes back what the last turn of an agent did, and nothing else: files it made go, files it deleted come back, its edits are taken out of the others. It prints a plan and asks first; where nobody can be asked it needs --yes.",
    "What others wrote before, in between or since stays. Where they changed the same lines the newer text stays and the file is named; files of which nobody knows who wrote them are named and left alone.",
    "Said again, it goes one turn further back. Where no agent ever told of a session, it means the last run of changes.",
    "It is an operation like a restore: what is replaced is recorded before, and unf undo takes the oops back.",
  ],
  flags: oopsFlags,
  examples: [
    { line: "unf oops", does: "as if the agent's last turn had not been" },
    { line: "unf oops -n", does: "what that would change" },
    { line: "unf oops --last 3 --agent claude-code", does: "its last three turns" },
    { line: "unf oops --session last", does: "everything of the last session" },
    { line: "unf oops --burst", does: "the last run of changes, whoever made them" },
  ],
  exits: {
    ...undoExits,
    3: "nothing to take back, or no such turn or session",
    5: "files changed since the plan, or newer changes left nothing to take back",
  },
  args: { min: 0, max: 0 },
  run: runOops,
});

interface Planned {
  readonly call: Call<typeof oopsFlags>;
  readonly scope: OpenScope;
  readonly wish: OopsWish;
  readonly preview: OopsPreview;
}

async function runOops(call: Call<typeof oopsFlags>): Promise<Answer> {
  const { flags, terminal, world } = call;
  const asked = readWish(flags);
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, []);
  const wish = settleWish(scope.reader.timeline, asked);
  const preview = whilePlanning(call, (onLooked) => scope.reader.planOops(wish, onLooked));
  const planned: Planned = { call, scope, wish, preview };
  const { id } = preview.plan;
  if (flags.plan !== undefined && flags.plan !== id) {
    throw new UnfError("conflict", `the plan is now ${id}, not ${flags.plan}; nothing was done`, {
      hint: "look at it with --dry-run",
    });
  }
  const actions = reportUndoPlan(preview.plan);
  if (!hasUndoEffect(actions)) {
    const text = (view: View) => [
      ...renderPlan(planned, actions, view),
      "Nothing could be taken back; nothing was changed.",
    ];
    return answer(planned, actions, { operation: null, isDryRun: flags["dry-run"], text });
  }
  if (flags["dry-run"]) {
    const text = (view: View) => [
      ...renderPlan(planned, actions, view),
      "This was a dry run; nothing was changed.",
    ];
    return answer(planned, actions, { operation: null, isDryRun: true, text });
  }
  await call.show((view) => renderPlan(planned, actions, view));
  requireYes(
    { yes: flags.yes, mayAsk: terminal.mayAsk, ask: world.ask },
    "What is there now is recorded first. Take it back?",
    "add --yes, or look first with --dry-run",
  );
  return carryOut(planned, home, actions);
}

async function carryOut(
  planned: Planned,
  home: OpenHome,
  actions: readonly ReportedUndo[],
): Promise<Answer> {
  const { call, scope, wish, preview } = planned;
  using progress = openProgress(call, "Taking back");
  const params = {
    root: pathToColumn(scope.project.root as string as RelPath),
    wish,
    plan: preview.plan.id,
    brief: true as const,
    argv: call.argv,
  };
  const outcome = await sendOrder(call, home, {
    scope,
    plan: preview.plan.id,
    send: (writer) => writer.request("oops", params, progress.update),
  });
  const isSaid = "reply" in outcome;
  const done = isSaid ? reportBriefUndo(outcome.reply, actions) : actions;
  const operation = isSaid ? outcome.reply.operation : outcome.recovered;
  return answer(planned, done, {
    operation,
    isDryRun: false,
    text: function* (view) {
      const isWorthALine = ({ rescued, unkept, action, isMerged }: ReportedUndo) =>
        unkept !== undefined ||
        rescued !== undefined ||
        action === "kept" ||
        action === "refused" ||
        isMerged;
      yield* renderUndoActions(done.filter(isWorthALine), view);
      const back = `undo: ${nextCommand(call.asker, scope.project, ["undo", `op-${operation}`])}`;
      const { signs, paint } = view;
      yield ` Taken back  ${summaryText(summarizeUndo(done))} ${signs.between} ${paint.faint(back)}`;
    },
  });
}

function* renderPlan(
  { scope, preview }: Planned,
  actions: readonly ReportedUndo[],
  view: View,
): Generator<string> {
  const { written, deleted } = summarizeUndo(actions);
  const [first] = preview.scopes;
  const more = preview.scopes.length > 1 ? ` and ${preview.scopes.length - 1} before it` : "";
  const what = first === undefined ? "" : scopeText(scope.reader.timeline, first, view);
  const headline = `Take back ${what}${more}: ${countOf(written + deleted, "file")}`;
  yield planHeadline(headline, preview.plan.id, view);
  yield* renderUndoActions(actions, view);
  for (const path of preview.doubtful)
    yield `  ? ${escapeForDisplay(path)}  may be of somebody else or another turn ${view.signs.dash} left alone`;
}

interface Outcome {
  readonly operation: number | null;
  readonly isDryRun: boolean;
  readonly text: (view: View) => Iterable<string>;
}

function answer(
  { call, scope, preview }: Planned,
  actions: readonly ReportedUndo[],
  { operation, isDryRun, text }: Outcome,
): Answer {
  const { timeline } = scope.reader;
  return {
    kind: "document",
    schema,
    document: () => ({
      ...pathFields("root", scope.project.root),
      dry_run: isDryRun,
      plan: preview.plan.id,
      scopes: preview.scopes.map((one) => scopeJson(timeline, one)),
      operation: operation === null ? null : `op-${operation}`,
      undo:
        operation === null
          ? null
          : nextCommand(call.asker, scope.project, ["undo", `op-${operation}`]),
      unchanged: preview.plan.unchanged,
      actions: actions.map(undoActionJson),
      doubtful: preview.doubtful.map((path) => pathFields("path", path)),
      summary: { ...summarizeUndo(actions) },
    }),
    text,
    exit: exitOfUndo(actions),
  };
}
