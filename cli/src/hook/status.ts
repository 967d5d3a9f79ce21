import {
  areThere,
  type HookFacts,
  type HookState,
  type HookStatus,
  hooklessAgents,
  hookStatusAnswer,
  hookTroubles,
  readHookStatus,
  sayHeard,
  sayParts,
} from "@unf/answers";
import type { WallMs } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { agentWidth, hookSchema } from "./change-answer.ts";
import type { hookFlags } from "./flags.ts";
import { readPayloadCounts, sayLate, sayLost } from "./payload-counts.ts";
import { readState } from "./read-state.ts";
import { chooseTargets } from "./targets.ts";

const words: Readonly<Record<HookState["state"], string>> = {
  installed: "installed",
  partly: "partly",
  disabled: "disabled",
  not: "not installed",
  absent: "not found",
  unreadable: "unreadable",
};

/** `unf hook status`: how it stands with each agent. */
export async function status(
  call: Call<typeof hookFlags>,
  names: readonly string[],
): Promise<Answer> {
  const disk = await call.world.settingsDisk();
  const isAll = call.flags.all || names.length === 0;
  const states = chooseTargets(call, disk, { names, isAll }).map((target) =>
    readState(disk, target),
  );
  const { env } = call.world;
  const { exists } = await call.world.hookPlace();
  const status = await readHookStatus(call.asker, states, {
    ...{ path: env.PATH, exists },
    readPayloadCounts: () => readPayloadCounts(call),
  });
  const answer = hookStatusAnswer(status, isAll);
  return {
    kind: "document",
    schema: hookSchema,
    document: () => answer,
    records: () => answer.agents.map((row) => ({ type: "agent", ...row })),
    end: () => ({ lacking: answer.lacking }),
    text: (view) => [
      ...states.map((state) => {
        const show = (path: string): string =>
          escapeForDisplay(view.terminal.isForPerson ? shortenHome(path, env.HOME) : path);
        const said = sayOf(state, status, call.world.now());
        return lineOf(state, said, { ...status.facts, show }, view);
      }),
      ...(isAll ? hooklessAgents : []).map((one) => hooklessLine(one, view)),
    ],
  };
}

/** Lines worth a warning, and lines only good to know. */
interface Said {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

function sayOf(state: HookState, { heard, counts }: HookStatus, now: WallMs): Said {
  if (!areThere(state)) return { warnings: [], notes: [] };
  const { agent } = state.target.settings;
  const count = counts(agent);
  const [lost, late] = [sayLost(count, now), sayLate(count)];
  const parts = sayParts(state);
  return {
    warnings: [...(lost === undefined ? [] : [lost]), ...parts.warnings],
    notes: [sayHeard(agent, heard, now), ...(late === undefined ? [] : [late]), ...parts.notes],
  };
}

function lineOf(state: HookState, said: Said, facts: HookFacts, view: View): string {
  const { target, why } = state;
  const { isForPerson } = view.terminal;
  const troubles = why === undefined ? hookTroubles(state, facts) : [escapeForDisplay(why)];
  const remarks = [...troubles, ...said.warnings, ...said.notes];
  const fields = [
    ...[target.settings.agent, words[state.state], facts.show(target.file)],
    remarks.join(" · "),
  ];
  if (!isForPerson) return fields.filter((field) => field !== "").join("\t");
  const [agent = "", word = "", file = ""] = fields;
  const painted = paintOf(state.state, view)(padRight(word, "not installed".length));
  const shown = remarks.map((remark) =>
    said.notes.includes(remark) ? view.paint.faint(remark) : view.paint.warning(remark),
  );
  const below = shown.map((remark) => `\n${" ".repeat(agentWidth + 2)}${remark}`).join("");
  const where =
    state.state === "absent" ? view.paint.faint(`${target.settings.title} is not here`) : file;
  return `${padRight(agent, agentWidth)}  ${painted}  ${where}${below}`;
}

function hooklessLine({ agent, lacks }: (typeof hooklessAgents)[number], view: View): string {
  const { isForPerson } = view.terminal;
  if (!isForPerson) return [agent, "no hooks", lacks.join(" · ")].join("\t");
  const word = view.paint.faint(padRight("no hooks", "not installed".length));
  return `${padRight(agent, agentWidth)}  ${word}  ${view.paint.faint(lacks.join(" · "))}`;
}

function paintOf(state: HookState["state"], { paint }: View): (text: string) => string {
  if (state === "installed") return paint.good;
  return ["partly", "disabled", "unreadable"].includes(state) ? paint.warning : paint.faint;
}
