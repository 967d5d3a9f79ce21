import type { AbsPath, RelPath } from "@unf/core/base";
import type { AgentName } from "../format/agent-name.ts";
import type { HookProgram } from "./hook-command.ts";

/** Where a person's settings lie. */
export interface Places {
  readonly home: AbsPath;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The effect of installing on one settings file. */
export type InstallPlan =
  | { readonly kind: "changed"; readonly text: string }
  /** Everything is in it already. */
  | { readonly kind: "already" }
  | Refused;

/** The effect of uninstalling on one settings file. */
export type UninstallPlan =
  /** `undefined`: nothing is left, and the file goes too. */
  | { readonly kind: "changed"; readonly text: string | undefined }
  /** Nothing of ours is in it. */
  | { readonly kind: "already" }
  /** It is the person's by now, and starts nothing. */
  | { readonly kind: "kept"; readonly why: string }
  | Refused;

export interface Refused {
  readonly kind: "refused";
  /** The fault of the text, without naming the file. */
  readonly why: string;
}

/** How much of what is needed a settings file holds. */
export type Installed = "installed" | "partly" | "not";

/** A setting with which a person, or another program, turns the agent's hooks off. */
export interface OffSwitch {
  /** `undefined`: in the settings file itself. */
  readonly file: ((places: Places) => AbsPath) | undefined;
  readonly format: "json" | "toml";
  readonly key: readonly string[];
  /** The value that turns them off, alone or in a list. */
  readonly off: boolean | string;
}

/** Where an agent keeps which hooks a person trusts; others do not run. */
export interface TrustRecord {
  file(places: Places): AbsPath;
  readonly format: "toml";
  /**
   * The keys of our hooks that the record, as values, does not hold. `text`: of the settings file, which
   * is named as the agent names it.
   */
  missing(record: unknown, file: AbsPath, text: string): readonly string[];
}

/** A file beside the hooks that belongs to the set: a command that a person types, or the list of MCP servers. */
export interface Companion {
  /** As a person knows it: `/unf:rewind`, or `MCP server`. */
  readonly part: string;
  file(places: Places): AbsPath;
  /** The same in a project; `undefined` where it has none. */
  readonly projectFile: RelPath | undefined;
  /** As those of `AgentSettings`. */
  planInstall(text: string | undefined, program: HookProgram | undefined): InstallPlan;
  planRepair(text: string, program: HookProgram): InstallPlan;
  planUninstall(text: string): UninstallPlan;
  /** `foreign`: there is something of that name, and it is not ours or was edited. */
  readInstalled(text: string | undefined): Installed | "foreign";
  readPrograms(text: string | undefined): readonly (HookProgram | undefined)[];
}

/** Where an agent keeps the settings that name hooks, and how ours get in and out. All of it pure. */
export interface AgentSettings {
  /** Name as in events and on the command line: `claude-code`. */
  readonly agent: AgentName;
  /** Name as people write it. */
  readonly title: string;
  /** The events that hooks ask for, in the agent's own words. */
  readonly events: readonly string[];
  /** The directory by which the agent is known to be on this machine. */
  directory(places: Places): AbsPath;
  /** The settings of the person. */
  file(places: Places): AbsPath;
  /** The settings that a project brings along. */
  readonly projectFile: RelPath;
  readonly offSwitches: readonly OffSwitch[];
  readonly companions: readonly Companion[];
  /** Parts of the set for which it has no place that unf writes to, a sentence each, with what serves instead. */
  readonly lacks: readonly string[];
  readonly trust: TrustRecord | undefined;
  /** The step that is left to a person once it is installed. */
  readonly afterInstall: string | undefined;
  /**
   * `text`: the file as it is, `undefined` when there is none. `program`: what the hooks start,
   * `undefined` for the one that `PATH` finds then, as in settings that others share.
   */
  planInstall(text: string | undefined, program: HookProgram | undefined): InstallPlan;
  /** Has those hooks of ours that name a program start this one instead; adds none. */
  planRepair(text: string, program: HookProgram): InstallPlan;
  /** Gives back exactly the text there was before `planInstall`. */
  planUninstall(text: string): UninstallPlan;
  readInstalled(text: string | undefined): Installed;
  /** Programs that our hooks start; `undefined` among them stands for the one that `PATH` finds. */
  readPrograms(text: string | undefined): readonly (HookProgram | undefined)[];
}
