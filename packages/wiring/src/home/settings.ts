import type { AbsPath } from "@unf/core/base";
import { type Config, defaultConfig, type ParsedConfig, parseConfig } from "@unf/core/config";
import { configPath } from "@unf/core/home";
import { readText } from "@unf/system";

/**
 * Reads `config.toml`. Never fails: what cannot be read is complained about and the last good
 * value is used, because no settings file may stop recording.
 */
export async function readSettings(
  home: AbsPath,
  lastGood: Config = defaultConfig,
): Promise<ParsedConfig> {
  const text = readText(configPath(home));
  if (text === undefined) return parseConfig(undefined, lastGood);
  const { parse, TomlError } = await import("smol-toml");
  try {
    return parseConfig(parse(text), lastGood);
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    const message = `line ${thrown.line}: not valid TOML; using the last good settings`;
    return { config: lastGood, given: new Set(), complaints: [{ key: "", message }] };
  }
}
