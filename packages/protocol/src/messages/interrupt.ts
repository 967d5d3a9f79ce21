import type { JsonObject } from "@unf/core/base";
import { required, text } from "../wire/field.ts";
import { parseRoot } from "./fields.ts";

/** Asks that a restore, undo, redo or oops ends early. */
export function parseInterrupt(raw: JsonObject) {
  return {
    root: parseRoot(raw),
    /** The plan that was ordered. */
    plan: required(raw, "params.plan", text(64)),
  };
}

export type InterruptParams = ReturnType<typeof parseInterrupt>;

export interface InterruptReply {
  /**
   * How far it was: `none`: it is not carried out here (any more); up to `staging` it is given up, its
   * request fails with `interrupted` and nothing is changed; later it is carried out all the same.
   */
  readonly phase: "none" | "waiting" | "planning" | "staging" | "applying" | "recording";
  readonly operation: number | null;
  /** Steps. */
  readonly done: number;
  readonly total: number | null;
}

/** State of an order, besides what it is about. */
export interface OrderStatus {
  readonly root: string;
  readonly phase: Exclude<InterruptReply["phase"], "none">;
  readonly operation: number | null;
  readonly done: number;
  readonly total: number | null;
}
