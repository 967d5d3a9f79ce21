import { UnfError } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Operation } from "@unf/core/timeline";

/** The operation with this number. Throws `not_found`. */
export function findOperation(timeline: TimelineReader, id: number): Operation {
  const operation = timeline.operation(id);
  if (operation !== undefined) return operation;
  throw new UnfError("not_found", `there is no op-${id} in this project`, { hint: "unf ops" });
}

/** The operation that a person had ordered before anything of it was undone or redone. */
export function originOf(timeline: TimelineReader, operation: Operation): Operation {
  const { id, inverts } = operation;
  if (inverts === null) return operation;
  if (inverts < id) return originOf(timeline, findOperation(timeline, inverts));
  // Only an older one can have been taken back: a damaged record must not lead in a circle.
  throw new UnfError("store_damaged", `the record of op-${id} is damaged`, { hint: "unf verify" });
}
