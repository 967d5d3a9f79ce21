import type { Snapshot } from "../timeline/snapshot.ts";

/** What a recorder asks of the newest rows and heads. */
export interface ReadsNewest {
  /**
   * Rows still interim although the program that was to settle them is gone: the newest row of each
   * path, when interim and not older than `spanMs` before the newest row of all. With the settled
   * row before it, if there is one.
   */
  unsettledTails(
    spanMs: number,
  ): { readonly tail: Snapshot; readonly base: Snapshot | undefined }[];
  /** How many heads are of files that cannot be recorded. */
  unrecordableHeads(): number;
}
