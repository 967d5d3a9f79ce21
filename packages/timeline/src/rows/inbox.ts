import type { BlobId, WallMs } from "@unf/core/base";
import { parseBytes, parseCount, parseHash } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";

/** A content that is committed but may not stand in the object store yet. The caller's own copy. */
export function readInboxed(connection: Connection, hash: BlobId): Uint8Array | undefined {
  const row = connection.statement(dataOfHash).get(Buffer.from(hash, "hex"));
  return row === undefined ? undefined : parseBytes(row[0], "inbox data");
}

/** Blobs in the inbox, oldest first; with `before`, only those committed before it. */
export function listInbox(
  connection: Connection,
  before: WallMs | undefined,
): { readonly hash: BlobId; readonly bytes: number }[] {
  // `length` of a blob column does not read the blob.
  return connection
    .statement(hashesBefore)
    .all(before ?? Number.MAX_SAFE_INTEGER)
    .map((row) => ({ hash: parseHash(row[0]), bytes: parseCount(row[1], "inbox length") }));
}

/** Takes contents out of the inbox; to be called inside a transaction. */
export function deleteInboxed(connection: Connection, hashes: readonly BlobId[]): void {
  const remove = connection.statement(dropInboxed);
  for (const hash of hashes) remove.run(Buffer.from(hash, "hex"));
}

const dataOfHash = `SELECT data FROM inbox WHERE hash = ?`;
const hashesBefore = `SELECT lower(hex(hash)), length(data) FROM inbox WHERE committed_at < ?
  ORDER BY id`;
const dropInboxed = `DELETE FROM inbox WHERE hash = ?`;
