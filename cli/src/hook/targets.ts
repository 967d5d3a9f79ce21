import { type AgentSettings, agentSettings, type Places } from "@unf/agents/settings";
import type { SettingsDisk } from "@unf/answers";
import { resolvePath } from "@unf/answers";
import { type AbsPath, joinPath, UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";

/** One agent's settings file that a command is about. */
export interface Target {
  readonly settings: AgentSettings;
  readonly places: Places;
  readonly file: AbsPath;
  /** Directories above it are none of ours. */
  readonly above: AbsPath;
  /** True when the agent is on this machine; what is not is skipped. */
  readonly isHere: boolean;
  /** The project's file, which is shared with others, instead of the person's own. */
  readonly isShared: boolean;
}

/** One who asks for agents. */
type Caller = Pick<Call<FlagTable>, "globals" | "world">;

/** Which agents are meant: those named, or every one unf knows. */
export function chooseTargets(
  call: Caller,
  disk: SettingsDisk,
  { names, isAll }: { readonly names: readonly string[]; readonly isAll: boolean },
): readonly Target[] {
  if (isAll && names.length > 0) {
    throw new UnfError("usage", "either agents are named or --all is given, not both");
  }
  const chosen = isAll ? agentSettings : [...new Set(names)].map(findAgent);
  const places = { home: userHome(call), env: call.world.env };
  const root = projectRoot(call, disk);
  return chosen.map((settings) => {
    const directory = settings.directory(places);
    const isHere = disk.isDirectory(directory);
    if (root === undefined) {
      const file = settings.file(places);
      return { settings, places, file, above: directory, isHere, isShared: false };
    }
    const file = joinPath(root, settings.projectFile);
    return { settings, places, file, above: root, isHere: isHere || !isAll, isShared: true };
  });
}

function findAgent(name: string): AgentSettings {
  const found = agentSettings.find(({ agent }) => agent === name);
  if (found !== undefined) return found;
  const known = agentSettings.map(({ agent }) => agent);
  const near = nearestName(name, known);
  throw new UnfError("usage", `unf knows no agent "${name}"`, {
    hint: near === undefined ? `it knows ${known.join(", ")}` : `did you mean ${near}?`,
  });
}

/** The project whose own file is meant: only when `--project` says so, never by `UNF_PROJECT`. */
function projectRoot(call: Caller, disk: SettingsDisk): AbsPath | undefined {
  const word = call.globals.project;
  if (word === undefined) return undefined;
  const root = resolvePath(call.world.cwd(), word);
  if (disk.isDirectory(root)) return root;
  throw new UnfError("not_found", `${root} is not a directory`);
}

function userHome({ world }: Caller): AbsPath {
  const home = world.env.HOME || world.env.USERPROFILE;
  if (home !== undefined) return home as AbsPath;
  throw new UnfError("failed", "HOME is not set, so nobody's settings can be found");
}
