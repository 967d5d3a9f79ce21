import type { AbsPath, BlobId, WallMs } from "../base/brand.ts";

export interface Blob {
  readonly hash: BlobId;
  readonly bytes: Uint8Array;
}

/** Bytes addressed by digest: `objects/ab/cdef…`, raw, mode 0444. */
export interface ObjectStore {
  /**
   * True when a regular file of exactly `size` bytes stands under the digest. A file of another
   * size is the remains of a crash and counts as absent.
   */
  has(hash: BlobId, size: number): boolean;
  /** Temp + rename without fsync: visible, not yet durable. What stands there damaged is set aside. */
  put(blob: Blob): void;
  /** Like `put`, and takes the place of an object that stands there already. */
  replace(blob: Blob): void;
  /** Removes objects that nothing refers to. Those that are not there are no error. */
  discard(hashes: readonly BlobId[]): void;
  /**
   * Moves whatever stands under the digest out of the store, where it is kept for a person to look
   * at; afterwards the content can be put anew. Where to, or `undefined` when nothing stands there.
   */
  setAside(hash: BlobId): AbsPath | undefined;
  /** The digests under which anything stands that begin with these two digits, in no order. */
  list(digits: string): BlobId[];
  /** Entries among the temporaries that were last changed before `before`. Removed with `remove`. */
  leftovers(before: WallMs, what: "count" | "remove"): number;
  /** Makes everything put so far durable at once. */
  syncAll(): void;
  /** Makes these objects and their directories durable; used when an inbox is drained. */
  sync(hashes: readonly BlobId[]): void;
  /** The bytes, digest checked; `missing` or `damaged` otherwise. */
  get(
    hash: BlobId,
  ):
    | { readonly kind: "found"; readonly bytes: Uint8Array }
    | { readonly kind: "missing" | "damaged" };
}

/** BLAKE3-256 of `bytes`. */
export type Digest = (bytes: Uint8Array) => BlobId;
