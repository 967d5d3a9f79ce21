import { encodeUtf8 } from "@unf/core/base";
import { digest } from "@unf/system/digest";
import type { Row } from "../attribution/judge.ts";
import type { Act } from "./acts.ts";
import type { Agent } from "./agent/agent.ts";

/** How an act was told: `missed` is one of which there is no row. */
export type Outcome = "right" | "wrong" | "ambiguous" | "unknown" | "missed";

/**
 * The doer of an act: a session of an agent as the agent calls it, and the prompt it came after.
 */
export interface Doer {
  readonly session: string;
  readonly prompt: string;
}

/** The doer of all that comes after a prompt: `name` is the one that its script has. */
export function doerOf({ tellsNoPrompt }: Agent, session: string, name: string): Doer {
  return { session, prompt: tellsNoPrompt === true ? "" : `play:${name}` };
}

export interface ActVerdict {
  readonly act: Act;
  readonly outcome: Outcome;
  readonly rows: readonly Row[];
}

const worst: readonly Outcome[] = ["missed", "wrong", "unknown", "ambiguous", "right"];

/** Compares what the rows say of the acts with what was done. An act is told as its worst file is. */
export function judgeActs(
  rows: readonly Row[],
  acts: readonly Act[],
  doer: Doer,
): readonly ActVerdict[] {
  return acts.map((act) => {
    const told = Object.entries(act.leaves).map(([path, text]) => {
      const hash = text === null ? null : digest(encodeUtf8(text));
      const row = rows.findLast((one) => one.path === path && one.hash === hash);
      return { row, outcome: decideOutcome(row, doer) };
    });
    const outcome = worst.find((one) => told.some((file) => file.outcome === one)) ?? "missed";
    return { act, outcome, rows: told.flatMap(({ row }) => row ?? []) };
  });
}

function decideOutcome(row: Row | undefined, { session, prompt }: Doer): Outcome {
  if (row === undefined) return "missed";
  if (row.confidence === "unknown") return "unknown";
  if (row.confidence === "ambiguous")
    return row.candidates.includes(session) ? "ambiguous" : "wrong";
  const isTurn = row.turn?.startsWith(prompt) ?? false;
  return row.agent === session && isTurn ? "right" : "wrong";
}

/** Verdicts on files that nobody but a person wrote. */
export interface PersonsVersions {
  readonly versions: number;
  /** Said to be an agent's, in an open shell call or outside of one. */
  readonly claimedInCall: number;
  readonly claimed: number;
  readonly ambiguous: number;
}

export function judgePerson(rows: readonly Row[], directory: string): PersonsVersions {
  const own = rows.filter(({ path }) => path.startsWith(`${directory}/`));
  const count = (...of: readonly Row["confidence"][]) =>
    own.filter(({ confidence }) => of.includes(confidence)).length;
  return {
    versions: own.length,
    claimedInCall: count("window"),
    claimed: count("hook", "process"),
    ambiguous: count("ambiguous"),
  };
}
