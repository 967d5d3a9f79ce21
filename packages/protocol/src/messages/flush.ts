import type { JsonObject } from "@unf/core/base";
import { flag, optional } from "../wire/field.ts";
import { parseAnyRoot } from "./fields.ts";

/** `sweep`: look at every file, though the watcher told of all that changed. */
export function parseFlush(raw: JsonObject): { readonly root?: string; readonly sweep?: boolean } {
  return { ...parseAnyRoot(raw), ...optional(raw, "sweep", flag, "params.") };
}

export interface FlushReply {
  readonly projects: readonly {
    readonly root: string;
    /** Last snapshot id: everything on disk before the call is in the timeline up to here. */
    readonly last_id: number | null;
    readonly recorded: number;
  }[];
}
