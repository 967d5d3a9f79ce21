import type { ObjectStore, PackStore } from "@unf/core/ports";

/** What packing needs of the object store. */
export interface PackableStore
  extends Pick<
      PackStore,
      "packs" | "readPacked" | "writePack" | "discardPacked" | "rewritePacks" | "mergePacks"
    >,
    Pick<ObjectStore, "get" | "listFiles" | "discard"> {}
