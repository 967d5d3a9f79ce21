import { type RelPath, UnfError } from "@unf/core/base";
import { type ActionOutcome, isDone } from "@unf/core/orders";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { parseNumbers } from "../frame/ask/choose-numbers.ts";
import type { Call } from "../frame/call/command.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { renderOutcomes } from "./outcome-text.ts";
import { planHeadline } from "./plan-rows.ts";

/** A plan, file by file. */
export interface PickedPlan {
  readonly plan: { readonly id: string };
  readonly actions: readonly ActionOutcome[];
}

/**
 * Has a person choose among the files of a plan; `verb` begins the question. Throws
 * `needs_confirmation` when none is chosen, `usage` where nobody can choose.
 */
export async function pickFiles(
  call: Pick<Call<FlagTable>, "terminal" | "show" | "world">,
  { plan, actions }: PickedPlan,
  { verb, hint }: { readonly verb: string; readonly hint: string },
): Promise<readonly RelPath[]> {
  const choices = actions.filter(isDone);
  if (!call.terminal.mayAsk) {
    throw new UnfError("usage", "--interactive needs a terminal, to ask at", { hint });
  }
  await call.show((view) => choiceLines(plan.id, choices, view));
  return askForPaths(call, choices, verb);
}

function* choiceLines(
  plan: string,
  choices: readonly ActionOutcome[],
  view: View,
): Generator<string> {
  yield* planHeadline(`Choose among ${countOf(choices.length, "file")}`, plan, view);
  const digits = String(choices.length).length;
  let number = 0;
  // All of them: what is not shown cannot be chosen.
  for (const line of renderOutcomes(choices, { ...view, isVerbose: true })) {
    number += 1;
    yield `${String(number).padStart(digits + 1)} ${line}`;
  }
}

/** Asks until the answer is one. */
function askForPaths(
  { world }: Pick<Call<FlagTable>, "world">,
  choices: readonly ActionOutcome[],
  verb: string,
): readonly RelPath[] {
  for (;;) {
    const answer = world.ask(`${verb} which? [1,3-5, all; nothing ends it] `)?.trim() ?? "";
    if (answer === "")
      throw new UnfError("needs_confirmation", "nothing was done (nothing was chosen)");
    if (answer === "all") return choices.map(({ path }) => path);
    const numbers = parseNumbers(answer);
    if (numbers !== undefined && numbers.largest <= choices.length) {
      return choices.filter((_, index) => numbers.has(index + 1)).map(({ path }) => path);
    }
    world.stderr.write(
      `"${escapeForDisplay(answer.slice(0, 60))}" is no choice: numbers from 1 to ${choices.length} such as 1,3-5, or all\n`,
    );
  }
}
