import { adviceOf, shownCommand, type Unfinished } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { renderAgo } from "@unf/core/time";
import type { OrderStatus } from "@unf/protocol";
import { countOf, groupDigits } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

export function unfinishedText(unfinished: Unfinished, { viewer }: View): string {
  const { operation, order } = unfinished;
  const { id, kind, argv, startedAt } = operation;
  const words = argv.length === 0 ? kind : shownCommand(argv);
  const since = renderAgo(viewer.now - startedAt);
  return `op-${id} (${escapeForDisplay(words)}, ${since}) ${order === undefined ? `is not finished; ${adviceOf(unfinished)}` : `is under way: ${howFar(order)}`}`;
}

/** `4 of 12 changes done`. */
export function howFar({
  phase,
  done,
  total,
}: Pick<OrderStatus, "phase" | "done" | "total">): string {
  if (phase === "waiting" || phase === "planning") return "looking at files";
  const all = total === null ? "" : ` of ${countOf(total, "change")}`;
  return `${groupDigits(done)}${all} ${phase === "staging" ? "prepared" : phase === "recording" ? "recorded" : "done"}`;
}
