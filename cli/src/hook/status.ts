import { escapeForDisplay } from "@unf/core";
import type { Answer, JsonObject } from "../answer.ts";
import type { Call } from "../command.ts";
import { padRight } from "../render/columns.ts";
import { shortenHome } from "../render/home-path.ts";
import { pathFields } from "../render/path-json.ts";
import type { View } from "../render/view.ts";
import { agentWidth, hookSchema } from "./change-answer.ts";
import type { hookFlags } from "./flags.ts";
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
  const rows = states.map(stateJson);
  return {
    kind: "document",
    schema: hookSchema,
    document: () => ({ action: "status", agents: rows }),
    records: () => rows.map((row) => ({ type: "agent", ...row })),
    text: (view) => states.map((state) => lineOf(state, call.world.env.HOME, view)),
  };
}

function stateJson({ target, state, offBy, why }: HookState): JsonObject {
  return {
    agent: target.settings.agent,
    state: words[state].replace(" ", "_"),
    ...pathFields("file", target.file),
    events: target.settings.events,
    disabled_by: offBy === undefined ? null : { ...pathFields("file", offBy.file), key: offBy.key },
    why: why ?? null,
  };
}

function lineOf(
  { target, state, offBy, why }: HookState,
  userHome: string | undefined,
  view: View,
): string {
  const { isForPerson } = view.terminal;
  const show = (path: string): string =>
    escapeForDisplay(isForPerson ? shortenHome(path, userHome) : path);
  const remark =
    why ?? (offBy === undefined ? "" : `${offBy.key} in ${show(offBy.file)} turns hooks off`);
  const fields = [target.settings.agent, words[state], show(target.file), escapeForDisplay(remark)];
  if (!isForPerson) return fields.filter((field) => field !== "").join("\t");
  const [agent = "", word = "", file = ""] = fields;
  const painted = paintOf(state, view)(padRight(word, "not installed".length));
  const warned =
    remark === ""
      ? ""
      : `\n${" ".repeat(agentWidth + 2)}${view.paint.warning(escapeForDisplay(remark))}`;
  const place =
    state === "absent" ? view.paint.faint(`${target.settings.title} is not here`) : file;
  return `${padRight(agent, agentWidth)}  ${painted}  ${place}${warned}`;
}

function paintOf(state: HookState["state"], { paint }: View): (text: string) => string {
  if (state === "installed") return paint.good;
  return ["partly", "disabled", "unreadable"].includes(state) ? paint.warning : paint.faint;
}
