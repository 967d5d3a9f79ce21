import type { JsonObject } from "@unf/core/base";
import { flag, optional } from "../wire/field.ts";
import { parseAnyRoot } from "./fields.ts";

/** The parameters of a flush. */
interface FlushParams {
  readonly root?: string;
  /** Look at every file, though the watcher told of all that changed. */
  readonly sweep?: boolean;
  /** The root need not be watched. */
  readonly unwatched?: boolean;
}

export function parseFlush(raw: JsonObject): FlushParams {
  return {
    ...parseAnyRoot(raw),
    ...optional(raw, "sweep", flag, "params."),
    ...optional(raw, "unwatched", flag, "params."),
  };
}

export interface FlushReply {
  readonly projects: readonly {
    readonly root: string;
    /** Last snapshot id: everything on disk before the call is in the timeline up to here. */
    readonly last_id: number | null;
    readonly recorded: number;
  }[];
}
