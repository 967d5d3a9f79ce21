import type { BlobId } from "../base/brand.ts";

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
  /** Temp + rename without fsync: visible, not yet durable. Replaces an object of the wrong size. */
  put(blob: Blob): void;
  /** Like `put`, and takes the place of an object that stands there already. */
  replace(blob: Blob): void;
  /** Removes objects that nothing refers to. Those that are not there are no error. */
  discard(hashes: readonly BlobId[]): void;
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
