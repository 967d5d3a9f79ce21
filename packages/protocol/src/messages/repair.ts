import type { JsonObject } from "@unf/core/base";
import { listOf, optional, required, text } from "../wire/field.ts";
import { blobId, pathsMax, projectId } from "./fields.ts";

/**
 * Reads what a command has found damaged. Each is looked at again before anything is done about it.
 */
export function parseRepair(raw: JsonObject) {
  return {
    /** Ids of projects whose timeline is to be rebuilt. */
    timelines: required(raw, "params.timelines", listOf(projectId, pathsMax)),
    /** Digests of contents that are missing or damaged. */
    objects: required(raw, "params.objects", listOf(blobId, pathsMax)),
    // Names of damaged packs; looked at after the objects, from which their contents may be made.
    ...optional(raw, "packs", listOf(text(64), pathsMax), "params."),
  };
}

export type RepairParams = ReturnType<typeof parseRepair>;

export interface RepairReply {
  readonly timelines: readonly {
    readonly project: string;
    /** Rows that could be read. */
    readonly versions: number;
    /** Where the damaged files were moved; `null` when the rebuild failed, with `why`. */
    readonly kept_in: string | null;
    readonly why?: string;
  }[];
  readonly objects: readonly {
    readonly hash: string;
    readonly outcome: "sound" | "healed" | "lost";
    readonly kept_in: string | null;
  }[];
  readonly packs: readonly {
    readonly name: string;
    /** Where the damaged pack was moved; `null` when there is none of this name. */
    readonly kept_in: string | null;
  }[];
  /** Temporaries of crashed programs that were removed. */
  readonly leftovers: number;
}
