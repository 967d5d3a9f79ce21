import type { JsonObject } from "@unf/core/base";
import { flag, object, optional, orNull, required, text } from "../wire/field.ts";
import { argv, globs, natural, number, parseRoot, planOrNull } from "./fields.ts";

/** Reads which part of a project's history goes; the same words as `PruneRequest` of the engine. */
export function parsePrune(raw: JsonObject) {
  const policy = required(raw, "params.policy", object);
  return {
    root: parseRoot(raw),
    policy: parsePolicy(policy),
    /** From when ages are counted; never later than the daemon's own clock. */
    at: required(raw, "params.at", text(64)),
    /** The newest row it may be about; 0: none. */
    up_to: required(raw, "params.up_to", natural),
    include: required(raw, "params.include", globs),
    exclude: required(raw, "params.exclude", globs),
    /** Bytes that the contents may add up to. */
    max_bytes: required(raw, "params.max_bytes", orNull(natural)),
    plan: required(raw, "params.plan", planOrNull),
    argv: required(raw, "params.argv", argv),
  };
}

export type PruneParams = ReturnType<typeof parsePrune>;

/** Ages in milliseconds; `null`: for ever. */
function parsePolicy(raw: JsonObject) {
  const within = "params.policy.";
  const age = (name: string) => required(raw, `${within}${name}`, orNull(natural));
  return {
    keep_all_ms: required(raw, "params.policy.keep_all_ms", natural),
    hourly_ms: age("hourly_ms"),
    daily_ms: age("daily_ms"),
    weekly_ms: age("weekly_ms"),
    /** The states at the edges of turns stay so long. */
    turns_ms: age("turns_ms"),
    // Contents that an undo of older operations needs go, too; null or left out: none of them do.
    ...optional(raw, "operations_ms", orNull(natural), within),
    // So many versions of a binary file stay; all when left out.
    ...optional(raw, "binary_versions", number, within),
    brings_back: required(raw, "params.policy.brings_back", flag),
  };
}

export interface PruneReply {
  readonly plan: string;
  /** `null` when no version went. */
  readonly pruning: number | null;
  readonly versions_removed: number;
  readonly versions_kept: number;
  readonly bytes_freed: number;
  /** Operations that can no more be undone. */
  readonly operations_aged: number;
}

export interface PruneUndoReply {
  /** Versions that are there again. */
  readonly versions_back: number;
  /** Versions that stay gone, because their content is nowhere any more. */
  readonly versions_lost: number;
}
