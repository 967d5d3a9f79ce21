import { pathFields } from "@unf/answers";
import { planLackingEvidence } from "@unf/core/attribution";
import type { WallMs } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { formatUtc } from "@unf/core/time";
import type { Call } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import { padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { agentWidth, hookSchema } from "./change-answer.ts";
import type { hookFlags } from "./flags.ts";
import { areThere, type HookFacts, hookTroubles, showPlain } from "./hook-troubles.ts";
import { readLastHeard, sayHeard } from "./last-heard.ts";
import { isOnPath } from "./on-path.ts";
import { type CountOf, readPayloadCounts, sayLate, sayLost } from "./payload-counts.ts";
import { type HookState, readState } from "./read-state.ts";
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
  const { reader } = await call.asker.openHome();
  const agents = states.map(({ target }) => target.settings.agent);
  const heard = readLastHeard(reader, agents);
  const counts = await readPayloadCounts(call);
  const { env } = call.world;
  const place = await call.world.hookPlace();
  const facts = { place, isOnPath: isOnPath(await call.world.fileSystem(), env.PATH) };
  const isNamed = states.some((state) => areThere(state) && state.programs.includes(undefined));
  if (isNamed && !facts.isOnPath)
    call.warn("no program `unf` is on your PATH: the hooks say nothing · npm install -g unf");
  const lacking = planLackingEvidence(await (await call.world.wiring()).readProcessSight());
  const hasHooks = states.some(areThere);
  for (const { evidence, why, follows } of lacking)
    if (hasHooks || evidence === "hookless") call.warn(`${why}: ${follows}`);
  const rows = states.map((state) =>
    stateJson(state, { heard, counts }, { ...facts, show: showPlain }),
  );
  const lackingJson = () =>
    lacking.map(({ evidence, why, follows }) => ({ evidence, why, follows }));
  return {
    kind: "document",
    schema: hookSchema,
    document: () => ({ action: "status", agents: rows, lacking: lackingJson() }),
    records: () => rows.map((row) => ({ type: "agent", ...row })),
    end: () => ({ lacking: lackingJson() }),
    text: (view) =>
      states.map((state) => {
        const show = (path: string): string =>
          escapeForDisplay(view.terminal.isForPerson ? shortenHome(path, env.HOME) : path);
        const said = sayOf(state, { heard, counts }, call.world.now());
        return lineOf(state, said, { ...facts, show }, view);
      }),
  };
}

/** What was heard of the agents. */
interface Heard {
  readonly heard: ReadonlyMap<string, WallMs>;
  readonly counts: CountOf;
}

/** What is worth a warning, and what is only good to know. */
interface Said {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

function sayOf(state: HookState, { heard, counts }: Heard, now: WallMs): Said {
  if (!areThere(state)) return { warnings: [], notes: [] };
  const { agent } = state.target.settings;
  const count = counts(agent);
  const [lost, late] = [sayLost(count, now), sayLate(count)];
  return {
    warnings: lost === undefined ? [] : [lost],
    notes: [sayHeard(agent, heard, now), ...(late === undefined ? [] : [late])],
  };
}

function stateJson(state: HookState, { heard, counts }: Heard, facts: HookFacts): JsonObject {
  const { target, offBy, why, programs, isTrusted } = state;
  const heardAt = heard.get(target.settings.agent);
  const { lost, late, lastLost, lateMsMax } = counts(target.settings.agent);
  return {
    agent: target.settings.agent,
    state: words[state.state].replace(" ", "_"),
    ...pathFields("file", target.file),
    events: target.settings.events,
    disabled_by: offBy === undefined ? null : { ...pathFields("file", offBy.file), key: offBy.key },
    trusted: isTrusted ?? null,
    starts: programs.map((one) => one?.program ?? "unf"),
    troubles: hookTroubles(state, facts),
    why: why ?? null,
    last_heard_at: heardAt === undefined ? null : formatUtc(heardAt),
    payloads: {
      lost,
      last_lost_at: lastLost === undefined ? null : formatUtc(lastLost.at),
      last_lost_why: lastLost?.why ?? null,
      late,
      late_ms_max: lateMsMax,
    },
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

function paintOf(state: HookState["state"], { paint }: View): (text: string) => string {
  if (state === "installed") return paint.good;
  return ["partly", "disabled", "unreadable"].includes(state) ? paint.warning : paint.faint;
}
