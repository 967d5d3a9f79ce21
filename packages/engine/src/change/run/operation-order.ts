import type { AbsPath, Blob, RelPath } from "@unf/core/base";
import type { OperationKind, Step } from "@unf/core/timeline";
import type { Order } from "../../site/orders.ts";
import type { SeenStats } from "../plan/stat-table.ts";

export interface OperationOrder {
  readonly kind: OperationKind;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
  /** Id of the plan that the steps come from. */
  readonly plan: string;
  readonly inverts: number | null;
  readonly steps: readonly Step[];
  /** Contents that the steps name and that no row holds yet. */
  readonly contents: readonly Blob[];
  /** The disk as the plan saw it. */
  readonly seen: SeenStats;
  /** Hears how far it is, and says when to end. */
  readonly atWork: Order;
}

export type OperationOutcome =
  | {
      readonly kind: "done";
      readonly operation: number;
      /** Where files that cannot be recorded were put before something took their place. */
      readonly rescued: ReadonlyMap<RelPath, AbsPath>;
      /** Owner and attributes that a replaced file could not keep. */
      readonly unkept: ReadonlyMap<RelPath, readonly string[]>;
    }
  /** These paths changed after the plan was made; they are recorded, and nothing was changed. */
  | { readonly kind: "changed"; readonly paths: readonly RelPath[] };
