import { type Inversion, shownCommand, summarize } from "@unf/answers";
import type { UndoOutcome } from "@unf/core/orders";
import type { Operation } from "@unf/core/timeline";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { renderOutcomes, summaryText } from "./outcome-text.ts";
import { planHeadline } from "./plan-rows.ts";

const words = {
  undo: { verb: "Undo", done: "Undid" },
  redo: { verb: "Redo", done: "Redid" },
} as const;

/** The plan: a headline, then each path with a sign for what would happen to it. */
export function* renderUndoPlan(
  { plan, actions, origin, warnings }: Inversion,
  view: View,
): Generator<string> {
  const { written, deleted } = summarize(actions);
  const headline = `${words[plan.kind].verb} ${operationText(origin)}: ${countOf(written + deleted, "file")}`;
  yield* planHeadline(headline, plan.id, view);
  for (const warning of warnings) yield view.paint.warning(`  ! ${warning}`);
  yield* renderOutcomes(actions, view);
}

/** The last line: what was done, and how to take it back. */
export function undoneLine(
  { plan, origin, back }: Inversion,
  outcomes: readonly UndoOutcome[],
  { signs, paint }: View,
): string {
  const other = plan.kind === "undo" ? "redo" : "undo";
  const done = `${words[plan.kind].done.padStart(11)}  ${operationText(origin)}: ${summaryText(outcomes)}`;
  return `${done} ${signs.between} ${paint.faint(`${other}: ${back}`)}`;
}

/** `op-91 (restore src --at 13:55)`. */
export function operationText({ id, argv }: Pick<Operation, "id" | "argv">): string {
  return argv.length === 0 ? `op-${id}` : `op-${id} (${shownCommand(argv)})`;
}
