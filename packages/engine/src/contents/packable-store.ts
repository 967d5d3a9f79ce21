import type { ObjectStore, PackStore } from "@unf/core/ports";

/** The part of the object store that packing needs. */
export interface PackableStore
  extends Pick<
      PackStore,
      "packs" | "readPacked" | "writePack" | "discardPacked" | "rewritePacks" | "mergePacks"
    >,
    Pick<ObjectStore, "get" | "listFiles" | "discard"> {}
