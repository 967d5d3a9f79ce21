import type { BlobId } from "../base/brand.ts";
import type { EventType, FileMode } from "../timeline/snapshot.ts";

/** State of a path when its burst opens or closes. `undefined`: nothing recorded. */
export type RecordedState = { readonly hash: BlobId; readonly mode: FileMode } | undefined;

/**
 * Decides what the last row of a burst means to a person: an event relative to the state before
 * the burst, or nothing when the file came back to what it was or came and went within the burst.
 */
export function decideSettled(
  before: RecordedState,
  after: RecordedState,
): Exclude<EventType, "rename"> | undefined {
  if (before === undefined) return after === undefined ? undefined : "create";
  if (after === undefined) return "delete";
  return before.hash === after.hash && before.mode === after.mode ? undefined : "modify";
}
