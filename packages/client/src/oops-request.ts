import { type RelPath, UnfError } from "@unf/core/base";
import type { ChosenHunks, OopsRequest, OopsWork } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import { requireTurn } from "@unf/core/sessions";
import { parseSessionWord, parseTurnWord } from "@unf/core/time";
import type * as Public from "./public.ts";
import { toPath } from "./restore-request.ts";

/** The request without its hunks. Throws `usage` for two things at once, and for what is no number. */
export function toRequest(timeline: TimelineReader, options: Public.OopsOptions): OopsRequest {
  const within = (options.within ?? []).map(toPath);
  const isAll = within.length === 0 || within.includes("" as RelPath);
  const work = toWork(timeline, options);
  return isAll ? work : { ...work, within };
}

/** Hunks counted from 0. Throws `usage` for what is no number. */
export function toHunks({
  hunks = {},
  planId,
  dryRun = false,
}: Public.OopsOptions): readonly ChosenHunks[] {
  const chosen = Object.entries(hunks).map(([word, numbers]) => {
    const path = toPath(word);
    if (path === "" || numbers.length === 0)
      throw new UnfError("usage", "hunks are numbers of one file or more");
    return { path, chosen: [...new Set(numbers.map((one) => whole("a hunk", one) - 1))] };
  });
  if (chosen.length > 0 && planId === undefined && !dryRun)
    throw new UnfError("usage", "hunks are those of a plan: name it with planId");
  return chosen;
}

/** The same as a command line, for the list of operations. */
export function toWords(options: Public.OopsOptions): string[] {
  const { session, last, agent, burst, within = [], hunks = {} } = options;
  const parts = Object.entries(hunks);
  return [
    "oops",
    ...turnsOf(options).flatMap((turn) =>
      typeof turn === "number" ? [`t-${turn}`] : ["--turn", turn],
    ),
    ...(session === undefined ? [] : ["--session", session]),
    ...(last === undefined ? [] : ["--last", String(last)]),
    ...(agent === undefined ? [] : ["--agent", agent]),
    ...(burst === true ? ["--burst"] : []),
    ...within,
    ...parts.flatMap(([path, numbers]) => [path, "--hunks", numbers.join(",")]),
  ];
}

function toWork(timeline: TimelineReader, options: Public.OopsOptions): OopsWork {
  const { turn, session, last, burst } = options;
  const agent = options.agent ?? null;
  const named = [turn, session, last, burst === true ? true : undefined];
  if (named.filter((one) => one !== undefined).length > 1) {
    throw new UnfError("usage", "name one of turn, session, last and burst");
  }
  if (agent !== null && (turn !== undefined || burst === true)) {
    throw new UnfError("usage", "agent goes with session and last");
  }
  if (turn !== undefined) return { kind: "turns", turns: toTurns(timeline, options) };
  if (session !== undefined) return { kind: "session", session: parseSessionWord(session), agent };
  if (burst === true) return { kind: "burst" };
  return { kind: "last", count: whole("last", last ?? 1), agent };
}

function toTurns(timeline: TimelineReader, options: Public.OopsOptions): number[] {
  const turns = turnsOf(options).map((turn) => {
    const word = typeof turn === "number" ? whole("turn", turn) : parseTurnWord(turn);
    return requireTurn(timeline, word).id;
  });
  if (turns.length === 0) throw new UnfError("usage", "turn names no turn");
  return turns;
}

function turnsOf({ turn }: Public.OopsOptions): readonly (number | string)[] {
  if (turn === undefined) return [];
  return typeof turn === "object" ? turn : [turn];
}

function whole(what: string, number: number): number {
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UnfError("usage", `${what} must be a whole number from 1 on`);
}
