import type { ProjectReader } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { ActionOutcome } from "@unf/core/orders";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requireYes } from "../frame/ask/confirm.ts";
import type { Call } from "../frame/call/command.ts";
import type { Chunk } from "../frame/print/answer.ts";
import { writeLines } from "../frame/print/print.ts";
import type { View } from "../frame/print/view.ts";
import { renderOutcomes } from "./outcome-text.ts";

/** The parts of a call that a plan's question needs. */
export interface PlanCall extends Pick<Call<FlagTable>, "asker" | "show" | "terminal" | "world"> {
  readonly flags: { readonly yes: boolean };
}

/** A plan that was shown, and the question about it. */
export interface ShownPlan {
  readonly question: string;
  readonly actions: readonly ActionOutcome[];
  readonly reader: ProjectReader;
}

/**
 * Gets a person's yes to a plan, who may look at its lines and at all of its files before. Throws
 * `needs_confirmation` when nobody can be asked, or the answer is not yes; nothing was done then.
 */
export async function confirmPlan(call: PlanCall, plan: ShownPlan): Promise<void> {
  const { flags, terminal, world } = call;
  const hint = "add --yes, or look first with --dry-run";
  const consent = { yes: flags.yes, mayAsk: terminal.mayAsk, ask: world.ask };
  if (flags.yes || !terminal.mayAsk) return requireYes(consent, plan.question, hint);
  for (;;) {
    const answer = world.ask(`${plan.question} [y]es [N]o [d]iff [l]ist `)?.trim().toLowerCase();
    if (answer === "y" || answer === "yes") return;
    if (answer === "d" || answer === "diff") await page(call, await diffOf(call, plan));
    else if (answer === "l" || answer === "list") await page(call, listOf(plan));
    else throw new UnfError("needs_confirmation", "nothing was done (the answer was not yes)");
  }
}

type Text = (view: View) => Iterable<Chunk>;

function listOf({ actions }: ShownPlan): Text {
  return (view) => renderOutcomes(actions, { ...view, isVerbose: true });
}

/** Loaded when it is asked for: most answers are yes or no. */
async function diffOf({ asker }: PlanCall, { actions, reader }: ShownPlan): Promise<Text> {
  const { renderPlannedDiff } = await import("./planned-diff.ts");
  const fileSystem = await asker.fileSystem();
  return (view) => renderPlannedDiff(reader, fileSystem, actions, view);
}

/** Through the pager, where there is one: the question comes again behind it. */
async function page({ show, terminal, world }: PlanCall, text: Text): Promise<void> {
  const pager = terminal.pager === undefined ? undefined : await world.startPager(terminal.pager);
  if (pager === undefined) return show(text);
  try {
    await show((view) => {
      writeLines(text(view), pager);
      return [];
    });
  } finally {
    await pager.close();
  }
}
