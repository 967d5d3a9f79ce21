import type { ObjectStore } from "@unf/core/ports";

/** What a collection needs of the object store. */
export type CollectableStore = Pick<
  ObjectStore,
  | "has"
  | "listFiles"
  | "trash"
  | "trashed"
  | "untrash"
  | "emptyTrash"
  | "packs"
  | "packedHashes"
  | "rewritePack"
>;
