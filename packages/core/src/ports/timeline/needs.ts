import type { BlobId } from "../../base/brand.ts";

/** Where a walk over everything that names a content has come to; `undefined` at its beginning. */
export interface NeedsCursor {
  readonly table: "snapshots" | "heads" | "steps";
  readonly after: number;
}

/**
 * Tells which contents a timeline needs, before an object is taken for one that nothing needs,
 * beside a recorder that goes on writing it. Every answer is that of the newest commit.
 *
 * Two ways lead to the same answer: the lists of contents that the timeline keeps (`needed`,
 * `needs`), and the rows themselves (`named`), which would tell that such a list is wrong.
 */
export interface TimelineNeeds extends Disposable {
  /**
   * The contents with these first two digits that rows refer to, that wait in the inbox, or of which
   * it is not yet known whether a row still refers to them.
   */
  needed(digits: string): BlobId[];
  /** True for a content of `needed`, or of an operation that began after this was opened. */
  needs(hash: BlobId): boolean;
  /** True when a row has the content that was deleted and can be put back. The trash has it meanwhile. */
  canBringBack(hash: BlobId): boolean;
  /**
   * Contents that the next rows, heads and steps name, some of them twice, and where to go on;
   * `next` is `undefined` at the end. Steps: those of operations that are not finished, or began
   * lately.
   */
  named(from: NeedsCursor | undefined): {
    readonly hashes: readonly BlobId[];
    readonly next: NeedsCursor | undefined;
  };
}
