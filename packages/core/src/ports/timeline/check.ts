import type { BlobId, RelPath, SnapshotId } from "../../base/brand.ts";

/** A recorded version, as much of it as names it to a person. */
export interface NamedVersion {
  readonly id: SnapshotId;
  readonly path: RelPath;
  readonly hash: BlobId;
}

/** A content as the rows of a timeline know it. */
export interface KnownContent {
  readonly hash: BlobId;
  readonly bytes: number;
}

/** Examines a timeline, beside a recorder that goes on writing it. */
export interface TimelineCheck extends Disposable {
  /** Rows. */
  readonly versions: number;
  /**
   * Faults of the file, one line each; empty when it has none. `quick` leaves out whether indexes
   * agree with their tables. Reads the whole file.
   */
  faults(how: "quick" | "full"): string[];
  /** Contradictions between the tables of a file that is whole, one line each. */
  disagreements(): string[];
  /** Every content that rows refer to whose digest begins with these two digits. */
  contents(digits: string): KnownContent[];
  /** True when a row refers to the content. */
  refers(hash: BlobId): boolean;
  /** True when a row that can be put back has the content. */
  canBringBack(hash: BlobId): boolean;
  /** The versions that hold one of these contents, oldest first. Reads every row. */
  versionsOf(hashes: ReadonlySet<BlobId>): NamedVersion[];
  inboxed(hash: BlobId): Uint8Array | undefined;
  /** Contents that a repair could find nowhere: known to be lost. */
  knownLost(): ReadonlySet<BlobId>;
}

/** Key in `meta` that marks a content as lost; its value is the instant at which that was found. */
export function lostKey(hash: BlobId): string {
  return `${lostPrefix}${hash}`;
}

export const lostPrefix = "lost.";
