import type { BlobId, WallMs } from "../../base/brand.ts";

/** Contents that are committed with their rows before they stand in the object store. */
export interface InboxReader {
  /** A content that is committed but may not stand in the object store yet. */
  inboxed(hash: BlobId): Uint8Array | undefined;
}

/** Empties the inbox as its contents become durable elsewhere. */
export interface InboxWriter {
  /** Digests in the inbox that were committed before `before`; all when omitted. */
  inboxHashes(before?: WallMs): { readonly hash: BlobId; readonly bytes: number }[];
  dropFromInbox(hashes: readonly BlobId[]): void;
}
