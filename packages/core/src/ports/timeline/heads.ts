import type { RelPath } from "../../base/brand.ts";
import type { Head } from "../../timeline/head.ts";
import type { Snapshot } from "../../timeline/snapshot.ts";

/** Reads what stands at paths now, as far as is recorded. */
export interface HeadReader {
  head(path: RelPath): Head | undefined;
  /** Up to `limit` heads after `after` (exclusive) in path byte order, within one directory's subtree. */
  heads(within: RelPath, after: RelPath | undefined, limit: number): Head[];
}

/** Reads the newest rows and heads for a recorder. */
export interface NewestReader {
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
