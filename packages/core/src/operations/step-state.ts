import type { StepState } from "../timeline/operation.ts";
import { isLinkMode, isSameMode } from "../timeline/snapshot.ts";

/** Content that the timeline holds. */
export type RecordedState = Extract<StepState, { readonly kind: "recorded" }>;

/** A state of a path: one that a step can name, or `unrecorded`, which none can bring back. */
export type StandingState =
  | StepState
  /** A device, or a file that is neither recorded nor the one that was rescued from here. */
  | { readonly kind: "unrecorded" };

/**
 * True when both are the same for a person: content and mode. Where a content is recorded does not
 * matter, and of directories only that they are there.
 */
export function isSameState(a: StandingState, b: StandingState): boolean {
  if (a.kind === "recorded" && b.kind === "recorded")
    return isSameContent(a, b) && isSameMode(a.mode, b.mode);
  if (a.kind === "rescued" && b.kind === "rescued")
    return a.operation === b.operation && a.bytes === b.bytes && isSameMode(a.mode, b.mode);
  return a.kind === b.kind && a.kind !== "unrecorded";
}

/** True when only modes may differ. A link is never the same as a file. */
export function isSameContent(a: RecordedState, b: RecordedState): boolean {
  return a.hash === b.hash && isLinkMode(a.mode) === isLinkMode(b.mode);
}

/** True for a recorded regular file: the only thing whose content may be merged. */
export function isRecordedFile(state: StandingState): state is RecordedState {
  return state.kind === "recorded" && !isLinkMode(state.mode);
}
