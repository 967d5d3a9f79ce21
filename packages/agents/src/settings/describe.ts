import type { AbsPath, RelPath } from "@unf/core";
import type { AgentName } from "../agent-name.ts";
import type { AgentSettings, OffSwitch, Places } from "./agent-settings.ts";
import { planNoOwnFile, planOwnFile, readOwnFile } from "./own-file.ts";
import { type Entry, type HookShape, planHooks, planNoHooks, readHooks } from "./plan-hooks.ts";

/** What tells one agent's settings from another's. */
interface Described {
  readonly agent: AgentName;
  readonly title: string;
  readonly directory: (places: Places) => AbsPath;
  /** Below `directory`. */
  readonly file: string;
  readonly projectFile: string;
  readonly offSwitches?: readonly OffSwitch[];
  readonly afterInstall?: string;
}

/** How long an agent may wait for a hook that hangs, although ours never does. Unit: seconds. */
export const timeoutSeconds = 5;

/** `{ "matcher": "*", "hooks": [{ "type": "command", … }] }`, as Claude Code has it and others took over. */
export function groupEntry(matched: readonly string[], extra: Entry = { timeout: timeoutSeconds }) {
  return (event: string, command: string): Entry => ({
    ...(matched.includes(event) ? { matcher: "*" } : {}),
    hooks: [{ type: "command", command, ...extra }],
  });
}

/** An agent whose settings are JSON with hooks in it. */
export function withHooks(described: Described, shape: HookShape): AgentSettings {
  return {
    ...common(described),
    events: shape.events,
    planInstall: (text, command) => planHooks(shape, text, command),
    planUninstall: (text) => planNoHooks(shape, text),
    readInstalled: (text) => readHooks(shape, text),
  };
}

/** An agent that loads a file of ours. */
export function withOwnFile(
  described: Described,
  events: readonly string[],
  content: string,
): AgentSettings {
  return {
    ...common(described),
    events,
    planInstall: (text) => planOwnFile(content, text),
    planUninstall: (text) => planNoOwnFile(text),
    readInstalled: (text) => readOwnFile(content, text),
  };
}

function common({ agent, title, directory, file, projectFile, ...more }: Described) {
  return {
    agent,
    title,
    directory,
    file: (places: Places) => `${directory(places)}/${file}` as AbsPath,
    projectFile: projectFile as RelPath,
    offSwitches: more.offSwitches ?? [],
    afterInstall: more.afterInstall,
  };
}

/** Events of tools, which take a matcher. */
export const toolUses = ["PreToolUse", "PostToolUse", "PostToolUseFailure"];
