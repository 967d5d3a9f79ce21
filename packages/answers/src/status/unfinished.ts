import { absPathToColumn } from "@unf/core/base";
import type { Operation } from "@unf/core/timeline";
import type { ProjectEntry } from "@unf/maintenance";
import type { OrderStatus } from "@unf/protocol";
import { operationName } from "../parts/names.ts";
import { instant } from "../parts/snapshot.ts";
import type { Running } from "../ports/recording.ts";
import type { UnfinishedAnswer } from "./shape.ts";

/** An operation that is neither finished nor given up, and who ends it. */
export interface Unfinished {
  readonly operation: Operation;
  readonly isRunning: boolean;
  /** Where the daemon carries it out just now. */
  readonly order: OrderStatus | undefined;
}

/** The daemon's word on an operation of this project. */
export function unfinishedOf(
  { daemon }: Pick<Running, "daemon">,
  { root }: Pick<ProjectEntry, "root">,
  operation: Operation,
): Unfinished {
  const column = absPathToColumn(root);
  const isIt = (one: OrderStatus) => one.root === column && one.operation === operation.id;
  return { operation, isRunning: daemon !== undefined, order: daemon?.orders?.find(isIt) };
}

export function unfinishedAnswer(unfinished: Unfinished): UnfinishedAnswer {
  const { operation, order } = unfinished;
  return {
    id: operationName(operation.id),
    kind: operation.kind,
    state: operation.state,
    at: instant(operation.startedAt),
    advice: adviceOf(unfinished),
    under_way:
      order === undefined ? null : { phase: order.phase, done: order.done, total: order.total },
  };
}

/** The advice that ends it. */
export function adviceOf({
  operation: { state },
  isRunning,
}: Pick<Unfinished, "isRunning" | "operation">): string {
  const does = state === "staging" ? "clears it away, nothing is changed yet" : "carries it out";
  return isRunning ? `the daemon ${does} by itself` : `unf start ${does}`;
}
