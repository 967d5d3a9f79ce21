import { isSwitchedOff, type OffSwitch, readJsonValue } from "@unf/agents/settings";
import type { HookState, SettingsDisk } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { parse, TomlError } from "smol-toml";
import { readParts } from "./companions.ts";
import type { Target } from "./targets.ts";

/** Looks at an agent's settings. */
export function readState(disk: SettingsDisk, target: Target): HookState {
  const nothing = {
    ...{ target, offBy: undefined, why: undefined, programs: [], isTrusted: undefined },
    parts: [],
  };
  if (!target.isHere) return { ...nothing, state: "absent" };
  const parts = readParts(disk, target);
  try {
    const offBy = findOffSwitch(disk, target);
    const text = disk.read(target.file);
    const installed = target.settings.readInstalled(text);
    const isInVain = installed !== "not" && offBy !== undefined;
    return {
      ...nothing,
      parts,
      state: isInVain ? "disabled" : installed,
      offBy,
      programs: distinct(target.settings.readPrograms(text)),
      isTrusted: installed === "not" ? undefined : readTrust(disk, target, text ?? ""),
    };
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return { ...nothing, parts, state: "unreadable", why: thrown.message };
  }
}

function distinct(programs: HookState["programs"]): HookState["programs"] {
  return [...new Map(programs.map((one) => [JSON.stringify(one ?? null), one])).values()];
}

function readTrust(disk: SettingsDisk, target: Target, text: string): boolean | undefined {
  const { trust } = target.settings;
  if (trust === undefined) return undefined;
  const record = parseValue(disk.read(trust.file(target.places)) ?? "", trust.format);
  return trust.missing(record, target.file, text).length === 0;
}

/** The setting that turns the agent's hooks off, if one does. */
export function findOffSwitch(disk: SettingsDisk, target: Target): HookState["offBy"] {
  for (const one of target.settings.offSwitches) {
    const file = one.file?.(target.places) ?? target.file;
    const text = disk.read(file);
    if (text !== undefined && isSwitchedOff(one, parseValue(text, one.format))) {
      return { file, key: one.key.join(".") };
    }
  }
  return undefined;
}

/** The settings as values; what the agent itself could not read turns nothing off. */
function parseValue(text: string, format: OffSwitch["format"]): unknown {
  if (format === "json") return readJsonValue(text);
  try {
    return parse(text.replace(/^\ufeff/, ""));
  } catch (thrown) {
    if (thrown instanceof TomlError) return undefined;
    throw thrown;
  }
}
