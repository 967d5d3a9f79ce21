import { type JsonObject, pathFromColumn } from "@unf/core/base";
import type { OopsRequest, OopsWork } from "@unf/core/operations";
import {
  BadField,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  required,
  text,
  whole,
} from "../wire/field.ts";
import { innerPath } from "../wire/paths.ts";
import { argv, number, parseBrief, parseRoot, pathsMax, planOrNull } from "./fields.ts";
import type { WireUndoOutcome } from "./outcome.ts";
import { parseHunks } from "./restore.ts";

/** Turns taken back at once; more are a session, or a restore. */
const turnsMax = 200;

/** Takes back what a turn, a session or a run of changes did. */
export function parseOops(raw: JsonObject) {
  const plan = required(raw, "params.plan", planOrNull);
  const wish = parseWish(required(raw, "params.wish", object));
  // Numbers mean nothing without the plan that they were chosen in.
  if (wish.hunks !== undefined && plan === null)
    throw new BadField("params.plan", "must be given with hunks");
  return {
    root: parseRoot(raw),
    wish,
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
  const { within } = optional(raw, "within", listOf(innerPath, pathsMax), "params.wish.");
  return {
    ...parseWork(raw),
    ...(within === undefined ? {} : { within: within.map(pathFromColumn) }),
    ...optional(raw, "hunks", listOf(parseHunks, pathsMax), "params.wish."),
  };
}

function parseWork(raw: JsonObject): OopsWork {
  const agent = () => required(raw, "params.wish.agent", orNull(text(64)));
  const kind = required(raw, "params.wish.kind", oneOf("last", "turns", "session", "burst"));
  switch (kind) {
    case "last":
      return {
        kind,
        count: required(raw, "params.wish.count", whole(1, turnsMax)),
        agent: agent(),
      };
    case "turns":
      return { kind, turns: required(raw, "params.wish.turns", listOf(number, turnsMax)) };
    case "session": {
      const session = required(raw, "params.wish.session", orNull(text(256)));
      return { kind, session, agent: agent() };
    }
    case "burst":
      return { kind };
  }
}
