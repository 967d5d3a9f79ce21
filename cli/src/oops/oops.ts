import {
  carryOutOops,
  hasEffect,
  type OopsRequest,
  type OpenHome,
  oopsAnswer,
  openScope,
  type PlannedOops,
  planOops,
  requirePlan,
  summarize,
  toOopsRequest,
  undoOf,
  warnOfGone,
} from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { undoExits } from "../frame/call/exits.ts";
import { whilePlanning } from "../frame/call/planning.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { confirmPlan } from "../plan/confirm-plan.ts";
import { exitOfUndo } from "../plan/exits.ts";
import { endAtSignal } from "../plan/interrupt-order.ts";
import { isWorthALine, renderOutcomes, summaryText } from "../plan/outcome-text.ts";
import { planHeadline } from "../plan/plan-rows.ts";
import type { OopsInParts } from "./choose-part.ts";
import { oopsFlags } from "./flags.ts";
import { readQuestion } from "./read-question.ts";
import { scopeHeadline } from "./scope.ts";

const schema = "unf.oops/1";

export const oops = defineCommand({
  usage: [
    "oops [path...]",
    "oops <t-12>... [path...]",
    "oops --session <s-7f3a> [path...]",
    "oops --burst [path...]",
  ],
  about: [
    "Takes back what the last turn of an agent did, and nothing else: files it made go, files it deleted come back, its edits are taken out of the others. It prints a plan and asks first; where nobody can be asked it needs --yes.",
    "What others wrote before, in between or since stays. Where they changed the same lines the newer text stays and the file is named; files of which nobody knows who wrote them are named and left alone.",
    "-p goes through what would change hunk by hunk, like git checkout -p, and -i chooses among the files of the plan.",
    "With paths it takes back only what was done to these files and below these directories: of the last turn that changed one of them. Turns are named by number, or by what the agent calls the prompt, several at once and also one in the middle of others.",
    "Said again, it goes one turn further back. Where no agent ever told of a session, it means the last run of changes.",
    "unf restore --turn t-12 goes back to before a turn, whoever wrote since; unf oops t-12 leaves the tree as if only that turn had not been.",
    "It is an operation like a restore: what is replaced is recorded before, and unf undo takes the oops back.",
  ],
  flags: oopsFlags,
  examples: [
    { line: "unf oops", does: "as if the agent's last turn had not been" },
    { line: "unf oops -n", does: "what that would change" },
    { line: "unf oops src/cart.ts", does: "what the last turn that touched it did to it" },
    { line: "unf oops -p", does: "hunk by hunk: which of them go?" },
    { line: "unf oops t-12 t-14 src", does: "of these two turns, what they did below src" },
    { line: "unf oops --last 3 --agent claude-code", does: "its last three turns" },
    { line: "unf oops --session last", does: "everything of the last session" },
    { line: "unf oops --burst", does: "the last run of changes, whoever made them" },
  ],
  exits: {
    ...undoExits,
    3: "nothing to take back, or no such turn or session",
    5: "files changed since the plan, or newer changes left nothing to take back",
  },
  args: { min: 0, max: 1000 },
  run: runOops,
});

async function runOops(call: Call<typeof oopsFlags>): Promise<Answer> {
  const { flags } = call;
  const asked = readQuestion(call.args, flags);
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, asked.paths ?? []);
  const request = toOopsRequest(scope, asked);
  const plan = (asked: OopsRequest): Promise<PlannedOops> =>
    whilePlanning(call, (turn) => planOops(scope, asked, turn));
  const whole = await plan(request);
  await warnOfGone(call.asker, scope.project);
  sayWhose(call, whole);
  const planned = await narrow(call, whole, plan);
  const isInParts = flags.patch || flags.hunks !== undefined;
  requirePlan(flags.plan, isInParts ? [whole.plan.id, planned.plan.id] : [whole.plan.id], "done");
  if (!hasEffect(planned.actions)) {
    const end = "Nothing could be taken back; nothing was changed.";
    return plannedAnswer(call, planned, end);
  }
  if (flags["dry-run"]) {
    return plannedAnswer(call, planned, "This was a dry run; nothing was changed.");
  }
  if (planned.isConfirmed !== true) {
    await call.show((view) => renderPlan(planned, view));
    const question = "What is there now is recorded first. Take it back?";
    await confirmPlan(call, { question, actions: planned.actions, reader: scope.reader });
  }
  return carryOut(call, home, planned);
}

/** Without a scope an agent's work is meant: where there is none, that is no small difference. */
function sayWhose({ flags, note }: Call<typeof oopsFlags>, { scopes }: PlannedOops): void {
  if (flags.burst || scopes[0]?.kind !== "rows") return;
  note("no agent is known here: this is the last run of changes, yours as well");
}

/** The part of the plan that a person wants, where the flags say that they choose. */
async function narrow(
  call: Call<typeof oopsFlags>,
  whole: PlannedOops,
  plan: (request: OopsRequest) => Promise<PlannedOops>,
): Promise<OopsInParts> {
  const { patch, hunks, interactive } = call.flags;
  const isInParts = patch || hunks !== undefined;
  if ((!isInParts && !interactive) || !hasEffect(whole.actions)) return whole;
  const { chooseOopsParts, pickOopsFiles } = await import("./choose-part.ts");
  return isInParts ? chooseOopsParts(call, whole, plan) : pickOopsFiles(call, whole, plan);
}

function plannedAnswer(call: Call<typeof oopsFlags>, planned: OopsInParts, end: string): Answer {
  const { actions } = planned;
  const isDryRun = call.flags["dry-run"];
  return {
    kind: "document",
    schema,
    document: () =>
      oopsAnswer(call.asker, planned, { operation: null, actions }, isDryRun, planned.hunks),
    text: (view) => [...renderPlan(planned, view), ...(planned.listing?.(view) ?? []), end],
    exit: exitOfUndo(actions),
  };
}

async function carryOut(
  call: Call<typeof oopsFlags>,
  home: OpenHome,
  planned: OopsInParts,
): Promise<Answer> {
  const { project } = planned.scope;
  using progress = openProgress(call, "Taking back");
  const outcome = await carryOutOops(home, planned, call.argv, {
    onProgress: progress.update,
    ending: endAtSignal(call, project),
  });
  const { operation: id, actions } = outcome;
  return {
    kind: "document",
    schema,
    document: () => oopsAnswer(call.asker, planned, outcome, false, planned.hunks),
    text: function* (view) {
      yield* renderOutcomes(actions.filter(isWorthALine), view);
      const done = ` Taken back  ${summaryText(actions)}`;
      const { signs, paint } = view;
      yield id === null
        ? done
        : `${done} ${signs.between} ${paint.faint(`undo: ${undoOf(call.asker, project, id).undo}`)}`;
    },
    exit: exitOfUndo(actions),
  };
}

function* renderPlan(
  { scope, scopes, plan, doubtful, actions }: PlannedOops,
  view: View,
): Generator<string> {
  const { written, deleted } = summarize(actions);
  const [first] = scopes;
  const more = scopes.length > 1 ? ` and ${scopes.length - 1} before it` : "";
  const after = `${more}: ${countOf(written + deleted, "file")}`;
  const headline =
    first === undefined
      ? `Take back${after}`
      : scopeHeadline(scope.reader.timeline, first, after, view);
  yield* planHeadline(headline, plan.id, view);
  const { terminal } = view;
  const isCut = terminal.isForPerson && !view.isVerbose && doubtful.length > doubtfulShown;
  const shown = isCut ? doubtful.slice(0, doubtfulShown) : doubtful;
  const lines = shown.length + (isCut ? 1 : 0);
  const height = terminal.height === undefined ? undefined : terminal.height - lines;
  yield* renderOutcomes(actions, { ...view, terminal: { ...terminal, height } });
  for (const path of shown)
    yield `  ? ${escapeForDisplay(path)}  may be of somebody else or another turn ${view.signs.dash} left alone`;
  if (isCut)
    yield view.paint.faint(
      `  ? and ${countOf(doubtful.length - shown.length, "more such path")} (-v shows all)`,
    );
}

/** Of paths that are left alone, so many are named beside a plan that has to fit the terminal. */
const doubtfulShown = 4;
