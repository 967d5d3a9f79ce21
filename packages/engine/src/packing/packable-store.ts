import type { ObjectStore, PackStore } from "@unf/core";

/** What packing needs of the object store. */
export interface PackableStore
  extends Pick<
      PackStore,
      "packs" | "packedHashes" | "readPacked" | "writePack" | "rewritePacks" | "mergePacks"
    >,
    Pick<ObjectStore, "get" | "listFiles" | "discard"> {}
