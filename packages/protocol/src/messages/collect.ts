import type { JsonObject } from "@unf/core/base";
import { flag, required } from "../wire/field.ts";

export function parseCollect(raw: JsonObject) {
  return {
    /** Only say what would be done. */
    dry_run: required(raw, "params.dry_run", flag),
    /** Delete everything in the trash for good, with what this run puts there. */
    empty_trash: required(raw, "params.empty_trash", flag),
  };
}

export type CollectParams = ReturnType<typeof parseCollect>;

export interface ObjectCount {
  readonly objects: number;
  readonly bytes: number;
}

export interface CollectReply {
  /** Moved into the trash. */
  readonly collected: ObjectCount;
  /** Left out of packs that were written anew: gone at once. */
  readonly packed: ObjectCount;
  /** Deleted from the trash for good. */
  readonly emptied: ObjectCount;
  /** Objects in the trash afterwards. */
  readonly trash: ObjectCount;
  /** Put back from the trash, because something needs them. */
  readonly restored: number;
  /** Needed by nothing and left, because they were written lately. */
  readonly young: number;
}
