import type { OutsideChange } from "@unf/answers";
import { type AbsPath, systemCode, UnfError } from "@unf/core/base";
import { type Config, defaultConfig, parseConfig } from "@unf/core/config";
import { compareSettings } from "@unf/core/consent";
import { noteSettings, openHome, type UnseenSettings } from "@unf/system";
import { parse, TomlError } from "smol-toml";

/** Says what another program did to the settings, and keeps that it was said. */
export function takeOutsideChange(
  home: AbsPath,
  { before, now, at }: UnseenSettings,
): OutsideChange | undefined {
  if (!note(home, now ?? "") || before === undefined) return undefined;
  const known = read(before);
  const { config, brokenAt } = read(now ?? "", known.config);
  return { at, brokenAt, changes: compareSettings(known.config, config), config };
}

/** False where there is no home of ours. What cannot be written down is said again the next time. */
function note(home: AbsPath, text: string): boolean {
  try {
    if (openHome(home, { create: false }) === "absent") return false;
    noteSettings(home, text);
    return true;
  } catch (thrown) {
    // A home that is not ours; the command itself says so.
    if (thrown instanceof UnfError) return false;
    if (systemCode(thrown) === undefined) throw thrown;
    return true;
  }
}

interface Read {
  readonly config: Config;
  readonly brokenAt: number | undefined;
}

function read(text: string, lastGood: Config = defaultConfig): Read {
  try {
    return { config: parseConfig(parse(text), lastGood).config, brokenAt: undefined };
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    return { config: lastGood, brokenAt: thrown.line };
  }
}
