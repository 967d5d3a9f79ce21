import type { OperationState } from "@unf/core/timeline";
import type { Site } from "../../site/site.ts";

/** What a new connection reads of an operation; `undefined` when the timeline cannot even be read. */
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
