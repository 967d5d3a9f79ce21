import type { RelPath } from "../base/brand.ts";
import type { Overlap } from "../lines/merge.ts";
import type { RefusalReason } from "../refusals/refusal.ts";
import type { StepState } from "../timeline/operation.ts";

/** Why a path that the operation touched is left as it is. */
export type KeptReason =
  /** Both sides changed the same lines: the newer text stays. */
  | "overlaps"
  /** It was deleted since. */
  | "deleted_since"
  /** The operation made it and somebody wrote to it since, or it is no text that could be merged. */
  | "changed_since"
  /** The operation removed it and somebody made it anew since. */
  | "created_since";

export type UndoAction =
  | {
      readonly kind: "write" | "chmod" | "delete";
      readonly path: RelPath;
      readonly from: StepState;
      readonly to: StepState;
      /** The file changed since: what is written has both, the change taken back and the newer one. */
      readonly merged: boolean;
    }
  | { readonly kind: "kept"; readonly path: RelPath; readonly why: Exclude<KeptReason, "overlaps"> }
  /** Beside a `write` of the same path when other parts of the file could be taken back. */
  | {
      readonly kind: "kept";
      readonly path: RelPath;
      readonly why: "overlaps";
      /** Lines of the file as it stands. */
      readonly overlaps: readonly Overlap[];
    }
  /** Cannot be done safely. */
  | {
      readonly kind: "refused";
      readonly path: RelPath;
      readonly why: RefusalReason;
      /** For `collides`: the path that the file system takes for the same. */
      readonly other?: RelPath;
    };

/** Effects of taking back an operation, in path order, without what is already as wanted. */
export interface UndoPlan {
  /** `pl-` and 8 hex digits. Equal plans have equal ids. */
  readonly id: string;
  readonly kind: "undo" | "redo";
  /** The operation that is taken back. */
  readonly inverts: number;
  readonly actions: readonly UndoAction[];
  /** Files already as wanted. */
  readonly unchanged: number;
}
