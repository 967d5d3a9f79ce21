import { type KeptState, keptRows, type Snapshot, type ThinnedState } from "@unf/core/timeline";

/** The rows of a state that have a content: what became binary or too large has none. */
export function recordedRows(state: Iterable<KeptState | ThinnedState>): Snapshot[] {
  return keptRows(state).filter(({ unrecordable }) => unrecordable === undefined);
}
