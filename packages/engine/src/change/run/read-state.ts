import type { OperationState } from "@unf/core/timeline";
import type { Site } from "../../site/site.ts";

/** An operation's state, by a new connection; `undefined` when the timeline cannot even be read. */
export function readState({ ports }: Site, operation: number): OperationState | undefined {
  const { timeline, log } = ports;
  try {
    timeline.reopen();
    return timeline.operation(operation)?.state;
  } catch (thrown) {
    log.warn("operation.unread", { operation, error: thrown });
    return undefined;
  }
}
