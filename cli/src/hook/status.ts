import { escapeForDisplay, formatUtc, renderAgo, type WallMs } from "@unf/core";
import type { Answer, JsonObject } from "../answer.ts";
import type { Call } from "../command.ts";
import { openHome } from "../open-scope.ts";
import { padRight } from "../render/columns.ts";
import { shortenHome } from "../render/home-path.ts";
import { pathFields } from "../render/path-json.ts";
import type { View } from "../render/view.ts";
import { agentWidth, hookSchema } from "./change-answer.ts";
import type { hookFlags } from "./flags.ts";
import { readLastHeard } from "./last-heard.ts";
import { isOnPath } from "./on-path.ts";
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
  const { reader } = await openHome(call);
  const agents = states.map(({ target }) => target.settings.agent);
  const heard = readLastHeard(reader, agents);
  const { env } = call.world;
  const areInVain =
    states.some(({ state }) => isThere(state)) &&
    !isOnPath(await call.world.fileSystem(), env.PATH);
  if (areInVain)
    call.warn("no program `unf` is on your PATH: the hooks say nothing · npm install -g unf");
  const rows = states.map((state) => stateJson(state, heard));
  return {
    kind: "document",
    schema: hookSchema,
    document: () => ({ action: "status", agents: rows }),
    records: () => rows.map((row) => ({ type: "agent", ...row })),
    text: (view) =>
      states.map((state) => {
        const last = isThere(state.state) ? sayHeard(state, heard, call.world.now()) : "";
        return lineOf(state, last, env.HOME, view);
      }),
  };
}

function isThere(state: HookState["state"]): boolean {
  return state === "installed" || state === "partly";
}

/** `last heard 2 m ago`; hooks that are there and were never heard may not run at all. */
function sayHeard({ target }: HookState, heard: ReadonlyMap<string, WallMs>, now: WallMs): string {
  const at = heard.get(target.settings.agent);
  return at === undefined ? "never heard" : `last heard ${renderAgo(now - at)}`;
}

function stateJson(
  { target, state, offBy, why }: HookState,
  heard: ReadonlyMap<string, WallMs>,
): JsonObject {
  const heardAt = heard.get(target.settings.agent);
  return {
    agent: target.settings.agent,
    state: words[state].replace(" ", "_"),
    ...pathFields("file", target.file),
    events: target.settings.events,
    disabled_by: offBy === undefined ? null : { ...pathFields("file", offBy.file), key: offBy.key },
    why: why ?? null,
    last_heard_at: heardAt === undefined ? null : formatUtc(heardAt),
  };
}

function lineOf(
  { target, state, offBy, why }: HookState,
  heard: string,
  userHome: string | undefined,
  view: View,
): string {
  const { isForPerson } = view.terminal;
  const show = (path: string): string =>
    escapeForDisplay(isForPerson ? shortenHome(path, userHome) : path);
  const remark =
    why ?? (offBy === undefined ? heard : `${offBy.key} in ${show(offBy.file)} turns hooks off`);
  const fields = [target.settings.agent, words[state], show(target.file), escapeForDisplay(remark)];
  if (!isForPerson) return fields.filter((field) => field !== "").join("\t");
  const [agent = "", word = "", file = ""] = fields;
  const painted = paintOf(state, view)(padRight(word, "not installed".length));
  const paintRemark = remark === heard ? view.paint.faint : view.paint.warning;
  const warned =
    remark === "" ? "" : `\n${" ".repeat(agentWidth + 2)}${paintRemark(escapeForDisplay(remark))}`;
  const place =
    state === "absent" ? view.paint.faint(`${target.settings.title} is not here`) : file;
  return `${padRight(agent, agentWidth)}  ${painted}  ${place}${warned}`;
}

function paintOf(state: HookState["state"], { paint }: View): (text: string) => string {
  if (state === "installed") return paint.good;
  return ["partly", "disabled", "unreadable"].includes(state) ? paint.warning : paint.faint;
}
