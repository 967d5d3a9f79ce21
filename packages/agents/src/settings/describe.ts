import type { AbsPath, RelPath } from "@unf/core/base";
import type { AgentName } from "../format/agent-name.ts";
import type { AgentSettings, Companion, OffSwitch, Places, TrustRecord } from "./agent-settings.ts";
import { type HookProgram, renderHookCommand, renderPowerShellCommand } from "./hook-command.ts";
import {
  planNoOwnFile,
  planOwnFile,
  readOwnFile,
  readOwnProgram,
  repairOwnFile,
} from "./own-file.ts";
import {
  type Entry,
  type HookCommands,
  type HookShape,
  planHooks,
  planNoHooks,
  readHookPrograms,
  readHooks,
  repairHooks,
} from "./plan-hooks.ts";

/** The differences between one agent's settings and another's. */
interface Described {
  readonly agent: AgentName;
  readonly title: string;
  readonly directory: (places: Places) => AbsPath;
  /** Below `directory`. */
  readonly file: string;
  readonly projectFile: string;
  readonly offSwitches?: readonly OffSwitch[];
  readonly companions?: readonly Companion[];
  readonly lacks?: readonly string[];
  readonly trust?: TrustRecord;
  readonly afterInstall?: string;
}

/** How long an agent may wait for a hook that hangs, although ours never does. Unit: seconds. */
export const timeoutSeconds = 5;

/** `{ "matcher": "*", "hooks": [{ "type": "command", … }] }`, as Claude Code has it and others took over. */
export function groupEntry(matched: readonly string[], extra: Entry = { timeout: timeoutSeconds }) {
  return (event: string, { shell: command }: HookCommands): Entry => ({
    ...(matched.includes(event) ? { matcher: "*" } : {}),
    hooks: [{ type: "command", command, ...extra }],
  });
}

/** An agent whose settings are JSON with hooks in it. */
export function withHooks(described: Described, shape: HookShape): AgentSettings {
  return {
    ...common(described),
    events: shape.events,
    planInstall: (text, program) => planHooks(shape, text, commandsFor(described.agent, program)),
    planRepair: (text, program) => repairHooks(shape, text, commandsFor(described.agent, program)),
    planUninstall: (text) => planNoHooks(shape, text),
    readInstalled: (text) => readHooks(shape, text),
    readPrograms: readHookPrograms,
  };
}

function commandsFor(agent: AgentName, program: HookProgram | undefined): HookCommands {
  return {
    shell: renderHookCommand(agent, program),
    powerShell: renderPowerShellCommand(agent, program),
  };
}

/** An agent that loads a file of ours. `render`: its text, for what it is to start. */
export function withOwnFile(
  described: Described,
  events: readonly string[],
  render: (program: HookProgram | undefined) => string,
): AgentSettings {
  return {
    ...common(described),
    events,
    planInstall: (text, program) => planOwnFile(render(program), text),
    planRepair: (text, program) => repairOwnFile(render, text, program),
    planUninstall: (text) => planNoOwnFile(text),
    readInstalled: (text) => readOwnFile(render, text),
    readPrograms: readOwnProgram,
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
    companions: more.companions ?? [],
    lacks: more.lacks ?? [],
    trust: more.trust,
    afterInstall: more.afterInstall,
  };
}

/** Events of tools, which take a matcher. */
export const toolUses = ["PreToolUse", "PostToolUse", "PostToolUseFailure"];
