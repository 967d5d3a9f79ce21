import type { JsonObject } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { base64, flag, oneLine, orNull, required, text } from "../wire/field.ts";
import { number, parseRoot } from "./fields.ts";

export function parseCheckpoint(raw: JsonObject) {
  const { labelCharsMax, messageCharsMax, payloadBytesMax } = limits.checkpoint;
  return {
    root: parseRoot(raw),
    label: required(raw, "params.label", orNull(oneLine(labelCharsMax))),
    message: required(raw, "params.message", orNull(text(messageCharsMax))),
    /** Base64, with its padding. */
    payload_b64: required(raw, "params.payload_b64", orNull(base64(payloadBytesMax))),
    pinned: required(raw, "params.pinned", flag),
  };
}

export type CheckpointParams = ReturnType<typeof parseCheckpoint>;

export interface CheckpointReply {
  readonly id: number;
  /** False when nothing has changed since a checkpoint that says the same: that one is named. */
  readonly created: boolean;
}

export function parseCheckpointDelete(raw: JsonObject) {
  return { root: parseRoot(raw), id: required(raw, "params.id", number) };
}

export function parseCheckpointPin(raw: JsonObject) {
  return { ...parseCheckpointDelete(raw), pinned: required(raw, "params.pinned", flag) };
}
