import { pathFields } from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import { padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import type { Outcome } from "./apply-change.ts";
import type { hookFlags } from "./flags.ts";
import type { Verb } from "./plan-change.ts";

/** The JSON shape of everything that `unf hook` answers. */
export const hookSchema = "unf.hook/1";

/** What became of each agent's settings, in every form. */
export function changeAnswer(
  call: Call<typeof hookFlags>,
  verb: Verb,
  outcomes: readonly Outcome[],
): Answer {
  const isDryRun = call.flags["dry-run"];
  const rows = outcomes.map((outcome) => outcomeJson(verb, outcome));
  return {
    kind: "document",
    schema: hookSchema,
    document: () => ({ action: verb, dry_run: isDryRun, agents: rows }),
    records: () => rows.map((row) => ({ type: "agent", ...row })),
    text: (view) => outcomes.map((outcome) => lineOf(outcome, { verb, isDryRun, call, view })),
    exit: exitOf(outcomes),
  };
}

function outcomeJson(verb: Verb, { target, state, backup, why }: Outcome): JsonObject {
  return {
    agent: target.settings.agent,
    state: stateWord(verb, state),
    ...pathFields("file", target.file),
    backup: backup ?? null,
    events: target.settings.events,
    why: why ?? null,
  };
}

function stateWord(verb: Verb, state: Outcome["state"]): string {
  if (state === "changed") return verb === "install" ? "installed" : "removed";
  if (state === "already") return verb === "install" ? "already" : "not_installed";
  return state;
}

function lineOf(
  { target, state, backup, why }: Outcome,
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
  const word = `${isDryRun && state === "changed" ? "would be " : ""}${stateWord(verb, state).replace("_", " ")}`;
  const path = isForPerson ? shortenHome(target.file, call.world.env.HOME) : target.file;
  const place = escapeForDisplay(path);
  if (!isForPerson) return [agent, word, escapeForDisplay(why ?? path)].join("\t");
  const painted = paintOf(state, view)(word);
  const copy = backup === undefined ? "" : view.paint.faint(` (copy: ${place}.unf.bak)`);
  return `${padRight(agent, agentWidth)}  ${painted}  ${why === undefined ? place + copy : escapeForDisplay(why)}`;
}

/** As wide as the longest name. */
export const agentWidth = "claude-code".length;

function paintOf(state: Outcome["state"], { paint }: View): (text: string) => string {
  if (state === "refused") return paint.bad;
  return state === "changed" ? paint.good : paint.faint;
}

/** 8 when some could not be changed, 4 when none could. */
function exitOf(outcomes: readonly Outcome[]): number {
  const refused = outcomes.filter(({ state }) => state === "refused").length;
  if (refused === 0) return 0;
  const others = outcomes.some(({ state }) => state === "changed" || state === "already");
  return others ? 8 : 4;
}
