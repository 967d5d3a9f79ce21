import type { JsonObject } from "@unf/core/base";
import type { OopsRequest } from "@unf/core/operations";
import { object, oneOf, orNull, required, text, whole } from "../wire/field.ts";
import { argv, number, parseBrief, parseRoot, planOrNull } from "./fields.ts";
import type { WireUndoOutcome } from "./outcome.ts";

/** Turns taken back at once; more are a session, or a restore. */
const turnsMax = 200;

/** Takes back what a turn, a session or a run of changes did. */
export function parseOops(raw: JsonObject) {
  const plan = required(raw, "params.plan", planOrNull);
  return {
    root: parseRoot(raw),
    wish: parseWish(required(raw, "params.wish", object)),
    plan,
    ...parseBrief(raw, plan),
    argv: required(raw, "params.argv", argv),
  };
}

export type OopsParams = ReturnType<typeof parseOops>;

export interface OopsReply {
  readonly plan: string;
  /** The operation that did it; `null` when there was nothing to do. */
  readonly operation: number | null;
  readonly actions: readonly WireUndoOutcome[];
}

function parseWish(raw: JsonObject): OopsRequest {
  const agent = () => required(raw, "params.wish.agent", orNull(text(64)));
  const kind = required(raw, "params.wish.kind", oneOf("last", "turn", "session", "burst"));
  switch (kind) {
    case "last":
      return {
        kind,
        count: required(raw, "params.wish.count", whole(1, turnsMax)),
        agent: agent(),
      };
    case "turn":
      return { kind, turn: required(raw, "params.wish.turn", number) };
    case "session": {
      const session = required(raw, "params.wish.session", orNull(text(256)));
      return { kind, session, agent: agent() };
    }
    case "burst":
      return { kind };
  }
}
