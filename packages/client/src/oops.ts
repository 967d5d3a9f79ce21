import { pathToColumn, UnfError } from "@unf/core/base";
import type { OopsRequest } from "@unf/core/operations";
import { outcomeOfUndo } from "@unf/core/orders";
import type { TimelineReader } from "@unf/core/ports";
import { requireTurn } from "@unf/core/sessions";
import { parseSessionWord, parseTurnWord } from "@unf/core/time";
import { readOutcome } from "@unf/protocol";
import { toPublic } from "./invert.ts";
import type * as Public from "./public.ts";
import { requirePlan } from "./restore.ts";
import type { Session } from "./session.ts";

/** Takes back what an agent did, or says what that would do: after a flush, as a restore does. */
export async function oops(
  session: Session,
  options: Public.OopsOptions,
): Promise<Public.TakenBack> {
  const request = toRequest(session.timeline, options);
  const { dryRun = false, planId = null } = options;
  await session.flushIfRecorded();
  const { plan, doubtful: paths } = session.reader.planOops(request);
  const doubtful = paths.map(pathToColumn);
  requirePlan(planId, plan.id);
  if (dryRun) {
    return {
      planId: plan.id,
      operation: null,
      actions: plan.actions.map((one) => toPublic(outcomeOfUndo(one))),
      doubtful,
    };
  }
  const argv = toWords(options);
  const params = { root: session.wireRoot, wish: request, plan: planId, argv };
  const reply = await session.request("oops", params);
  const { operation, actions } = reply;
  return {
    planId: reply.plan,
    operation,
    actions: actions.map((one) => toPublic(readOutcome(one))),
    doubtful,
  };
}

/** Throws `usage` for two things at once, and for what is no number. */
function toRequest(timeline: TimelineReader, options: Public.OopsOptions): OopsRequest {
  const { turn, session, last, burst } = options;
  const agent = options.agent ?? null;
  const named = [turn, session, last, burst === true ? true : undefined];
  if (named.filter((one) => one !== undefined).length > 1) {
    throw new UnfError("usage", "name one of turn, session, last and burst");
  }
  if (agent !== null && (turn !== undefined || burst === true)) {
    throw new UnfError("usage", "agent goes with session and last");
  }
  if (turn !== undefined) return { kind: "turns", turns: [toTurn(timeline, turn)] };
  if (session !== undefined) return { kind: "session", session: parseSessionWord(session), agent };
  if (burst === true) return { kind: "burst" };
  return { kind: "last", count: whole("last", last ?? 1), agent };
}

function toTurn(timeline: TimelineReader, turn: number | string): number {
  const word = typeof turn === "number" ? whole("turn", turn) : parseTurnWord(turn);
  return typeof word === "number" ? word : requireTurn(timeline, word).id;
}

function whole(what: string, number: number): number {
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UnfError("usage", `${what} must be a whole number from 1 on`);
}

/** The same as a command line, for the list of operations. */
function toWords({ turn, session, last, agent, burst }: Public.OopsOptions): string[] {
  return [
    "oops",
    ...(turn === undefined ? [] : ["--turn", typeof turn === "number" ? `t-${turn}` : turn]),
    ...(session === undefined ? [] : ["--session", session]),
    ...(last === undefined ? [] : ["--last", String(last)]),
    ...(agent === undefined ? [] : ["--agent", agent]),
    ...(burst === true ? ["--burst"] : []),
  ];
}
