import type { BlobId } from "./brand.ts";

/** A content, and the digest that names it. */
export interface Blob {
  readonly hash: BlobId;
  readonly bytes: Uint8Array;
}
