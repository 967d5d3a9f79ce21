import { escapeForDisplay, type Operation, renderAgo } from "@unf/core";
import type { JsonObject } from "../answer.ts";
import { shownCommand } from "../next-command.ts";
import { instantJson } from "./snapshot-json.ts";
import type { View } from "./view.ts";

/** What an operation is that is neither finished nor given up, and what to do about it. */
export function unfinishedText(operation: Operation, isRunning: boolean, { viewer }: View): string {
  const { id, kind, argv, startedAt } = operation;
  const words = argv.length === 0 ? kind : shownCommand(argv);
  const since = renderAgo(viewer.now - startedAt);
  return `op-${id} (${escapeForDisplay(words)}, ${since}) is not finished; ${adviceOf(operation, isRunning)}`;
}

export function unfinishedJson(operation: Operation, isRunning: boolean): JsonObject {
  return {
    id: `op-${operation.id}`,
    kind: operation.kind,
    state: operation.state,
    at: instantJson(operation.startedAt),
    advice: adviceOf(operation, isRunning),
  };
}

function adviceOf({ state }: Operation, isRunning: boolean): string {
  const does = state === "staging" ? "clears it away, nothing is changed yet" : "carries it out";
  return isRunning ? `unless it is under way just now, unf restart ${does}` : `unf start ${does}`;
}
