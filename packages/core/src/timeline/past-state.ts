import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { Snapshot } from "./snapshot.ts";

/** The file stood there with a content that is kept, unless it is lost. */
export interface KeptState {
  readonly kind: "kept";
  readonly path: RelPath;
  readonly row: Snapshot;
}

/** The file stood there, and what was in it is no longer kept. */
export interface ThinnedState {
  readonly kind: "thinned";
  readonly path: RelPath;
  /** Since which row, which is not there any more, as far as is known. */
  readonly since: SnapshotId;
}

/**
 * State of a path at a point, as far as it is known. `absent`: it was not there, for certain.
 * `unknown`: nothing is recorded of it, which does not mean that it was not there. `row`: the
 * deletion, where there is one.
 */
export type PastState =
  | KeptState
  | ThinnedState
  | {
      readonly kind: "absent" | "unknown";
      readonly path: RelPath;
      readonly row: Snapshot | undefined;
    };

/** The rows of a state, without the files whose content is no longer kept. */
export function keptRows(state: Iterable<KeptState | ThinnedState>): Snapshot[] {
  return [...state].flatMap((file) => (file.kind === "kept" ? [file.row] : []));
}

/** Of two rows the one nearer to an instant; the earlier of two as near. */
export function nearerTo<Row extends { readonly at: WallMs }>(
  at: WallMs,
  before: Row | undefined,
  after: Row | undefined,
): Row | undefined {
  if (before === undefined || after === undefined) return before ?? after;
  return Math.abs(at - before.at) <= Math.abs(after.at - at) ? before : after;
}
