import { instant } from "@unf/answers";
import { escapeForDisplay, type Operation, pathToColumn, type RelPath, renderAgo } from "@unf/core";
import type { OrderStatus } from "@unf/protocol";
import type { ProjectEntry, Running } from "@unf/wiring";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf, groupDigits } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { shownCommand } from "../scope/next-command.ts";

/** An operation that is neither finished nor given up, and who ends it. */
export interface Unfinished {
  readonly operation: Operation;
  readonly isRunning: boolean;
  /** Where the daemon carries it out just now. */
  readonly order: OrderStatus | undefined;
}

/** What the daemon says of an operation of this project. */
export function unfinishedOf(
  { daemon }: Pick<Running, "daemon">,
  { root }: Pick<ProjectEntry, "root">,
  operation: Operation,
): Unfinished {
  const column = pathToColumn(root as string as RelPath);
  const isIt = (one: OrderStatus) => one.root === column && one.operation === operation.id;
  return { operation, isRunning: daemon !== undefined, order: daemon?.orders?.find(isIt) };
}

export function unfinishedText(
  { operation, isRunning, order }: Unfinished,
  { viewer }: View,
): string {
  const { id, kind, argv, startedAt } = operation;
  const words = argv.length === 0 ? kind : shownCommand(argv);
  const since = renderAgo(viewer.now - startedAt);
  return `op-${id} (${escapeForDisplay(words)}, ${since}) ${order === undefined ? `is not finished; ${adviceOf(operation, isRunning)}` : `is under way: ${howFar(order)}`}`;
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

export function unfinishedJson({ operation, isRunning, order }: Unfinished): JsonObject {
  return {
    id: `op-${operation.id}`,
    kind: operation.kind,
    state: operation.state,
    at: instant(operation.startedAt),
    advice: adviceOf(operation, isRunning),
    under_way:
      order === undefined ? null : { phase: order.phase, done: order.done, total: order.total },
  };
}

function adviceOf({ state }: Operation, isRunning: boolean): string {
  const does = state === "staging" ? "clears it away, nothing is changed yet" : "carries it out";
  return isRunning ? `the daemon ${does} by itself` : `unf start ${does}`;
}
