import type { JsonObject } from "@unf/core/base";
import { required, text } from "../wire/field.ts";
import { natural } from "./fields.ts";

/** Raised when a request or reply changes its meaning. Unknown fields are ignored by both sides. */
export const protocolVersion = 1;

export function parseHello(raw: JsonObject) {
  return {
    protocol: required(raw, "params.protocol", natural),
    /** Version of the program that speaks, `0.1.0`. */
    version: required(raw, "params.version", text(64)),
  };
}

export type Hello = ReturnType<typeof parseHello>;

export interface HelloReply extends Hello {
  readonly pid: number;
  readonly home: string;
  readonly started_at: string;
}
