import type { RelPath } from "@unf/core/base";
import type { EventType } from "@unf/core/timeline";

/** A row of a listing: one file, changed once. */
export interface RowFacts {
  readonly kind: "row";
  /** Tells the projects of one listing apart. */
  readonly project: string;
  /** Unit: ms since 1970. */
  readonly at: number;
  readonly path: RelPath;
  readonly event: EventType;
  /** Tells whoever wrote it from everybody else, and one turn of an agent from the next. */
  readonly author: string;
  /** The operation of unf that wrote it; `null` for what others wrote. */
  readonly operation: number | null;
  /** It was recorded when the recording of its project began. */
  readonly isBaseline: boolean;
  readonly added: number;
  readonly removed: number;
}

/** A mark between the rows of a listing. Units: ms since 1970. */
export type MarkFacts =
  | {
      readonly kind: "gap";
      readonly from: number;
      readonly to: number;
      /** It is about one file, or is not over: told however short it is. */
      readonly isAlwaysTold: boolean;
    }
  | {
      readonly kind: "burst";
      readonly project: string;
      readonly from: number;
      readonly to: number;
    }
  /** A state that was named: rows on both sides of it are never one happening. */
  | { readonly kind: "landmark" }
  /** Stands beside the rows without parting them. */
  | { readonly kind: "aside" };

export type ItemFacts = RowFacts | MarkFacts;
