import type { ObjectStore } from "@unf/core/ports";

/** The part of the object store that a collection needs. */
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
