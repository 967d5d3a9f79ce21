import { type RelPath, UnfError } from "@unf/core/base";
import { isDone, type RestoreOutcome } from "@unf/core/orders";
import { escapeForDisplay } from "@unf/core/query";
import type { RestoreRequest } from "@unf/core/restore";
import { parseNumbers } from "../frame/ask/choose-numbers.ts";
import type { Call } from "../frame/call/command.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { renderOutcomes } from "../plan/outcome-text.ts";
import { planHeadline } from "../plan/plan-rows.ts";
import type { Planned } from "./answers.ts";
import type { restoreFlags } from "./flags.ts";

/**
 * Has a person choose among the files of a plan: the request for only those. Throws
 * `needs_confirmation` when none is chosen, `usage` where nobody can choose.
 */
export async function pickFiles(
  call: Call<typeof restoreFlags>,
  planned: Planned,
): Promise<RestoreRequest> {
  const choices = planned.actions.filter(isDone);
  if (!call.terminal.mayAsk) {
    throw new UnfError("usage", "--interactive needs a terminal, to ask at", {
      hint: "name the paths, or choose with --include and --exclude",
    });
  }
  await call.show((view) => choiceLines(planned, choices, view));
  const within = askForPaths(call, choices);
  return { ...planned.asked.request, within };
}

function* choiceLines(
  { plan }: Planned,
  choices: readonly RestoreOutcome[],
  view: View,
): Generator<string> {
  yield planHeadline(`Choose among ${countOf(choices.length, "file")}`, plan.id, view);
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
  { world }: Call<typeof restoreFlags>,
  choices: readonly RestoreOutcome[],
): readonly RelPath[] {
  for (;;) {
    const answer = world.ask("Restore which? [1,3-5, all; nothing ends it] ")?.trim() ?? "";
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
