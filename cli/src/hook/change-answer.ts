import {
  type HookOutcome,
  hookChangeAnswer,
  hookStateWord,
  type HookVerb as Verb,
} from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import type { hookFlags } from "./flags.ts";

/** The JSON shape of everything that `unf hook` answers. */
export const hookSchema = "unf.hook/1";

/** Outcome for each agent's settings, in every form. */
export function changeAnswer(
  call: Call<typeof hookFlags>,
  verb: Verb,
  outcomes: readonly HookOutcome[],
): Answer {
  const isDryRun = call.flags["dry-run"];
  const answer = hookChangeAnswer(verb, outcomes, isDryRun);
  return {
    kind: "document",
    schema: hookSchema,
    document: () => answer,
    records: () => answer.agents.map((row) => ({ type: "agent", ...row })),
    text: (view) => outcomes.map((outcome) => lineOf(outcome, { verb, isDryRun, call, view })),
    exit: exitOf(outcomes),
  };
}

function lineOf(
  { target, state, backup, why }: HookOutcome,
  {
    verb,
    isDryRun,
    call,
    view,
  }: {
    readonly verb: Verb;
    readonly isDryRun: boolean;
    readonly call: Call<typeof hookFlags>;
    readonly view: View;
  },
): string {
  const { agent } = target.settings;
  const { isForPerson } = view.terminal;
  const word = `${isDryRun && state === "changed" ? "would be " : ""}${hookStateWord(verb, state).replace("_", " ")}`;
  const path = isForPerson ? shortenHome(target.file, call.world.env.HOME) : target.file;
  const place = escapeForDisplay(path);
  if (!isForPerson) return [agent, word, escapeForDisplay(why ?? path)].join("\t");
  const painted = paintOf(state, view)(word);
  const copy = backup === undefined ? "" : view.paint.faint(` (copy: ${place}.unf.bak)`);
  const part = target.part === undefined ? "" : view.paint.faint(` (${target.part})`);
  return `${padRight(agent, agentWidth)}  ${painted}  ${why === undefined ? place + part + copy : escapeForDisplay(why)}`;
}

/** As wide as the longest name. */
export const agentWidth = "claude-code".length;

function paintOf(state: HookOutcome["state"], { paint }: View): (text: string) => string {
  if (state === "refused") return paint.bad;
  return state === "changed" ? paint.good : paint.faint;
}

/** 8 when some could not be changed, 4 when none could. */
function exitOf(outcomes: readonly HookOutcome[]): number {
  const refused = outcomes.filter(({ state }) => state === "refused").length;
  if (refused === 0) return 0;
  const others = outcomes.some(({ state }) => state === "changed" || state === "already");
  return others ? 8 : 4;
}
