import type { JsonObject } from "@unf/core/base";
import { oneOf, orNull, required } from "../wire/field.ts";
import { argv, number, parseBrief, parseRoot, planOrNull } from "./fields.ts";
import type { WireUndoOutcome } from "./outcome.ts";

/** Takes back an operation, or the taking back of one. */
export function parseInvert(raw: JsonObject) {
  const plan = required(raw, "params.plan", planOrNull);
  return {
    root: parseRoot(raw),
    kind: required(raw, "params.kind", oneOf("undo", "redo")),
    /** The operation to take back; `null`: the last one that stands (undo), or was undone (redo). */
    operation: required(raw, "params.operation", orNull(number)),
    plan,
    ...parseBrief(raw, plan),
    argv: required(raw, "params.argv", argv),
  };
}

export type InvertParams = ReturnType<typeof parseInvert>;

export interface InvertReply {
  readonly plan: string;
  /** The operation that was taken back. */
  readonly inverted: number;
  /** The operation that did it; `null` when there was nothing to do. */
  readonly operation: number | null;
  readonly actions: readonly WireUndoOutcome[];
}
