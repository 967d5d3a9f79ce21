import { readFileSync } from "node:fs";
import { type AbsPath, systemCode, UnfError } from "@unf/core/base";
import { type ParsedConfig, parseConfig } from "@unf/core/config";
import { parse, TomlError } from "smol-toml";

/** A settings file as it stands. */
interface SettingsFile {
  /** Empty when there is none. */
  readonly text: string;
  readonly parsed: ParsedConfig;
}

/** Reads the settings. Throws `bad_config` when the file is not TOML. */
export function readSettingsFile(path: AbsPath): SettingsFile {
  const text = readText(path);
  return { text: text ?? "", parsed: parseSettings(text, path) };
}

/** The settings in a text. Throws `bad_config` when it is not TOML. */
export function parseSettings(text: string | undefined, path: AbsPath): ParsedConfig {
  if (text === undefined) return parseConfig(undefined);
  try {
    return parseConfig(parse(text.replace(/^\ufeff/, "")));
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    throw new UnfError("bad_config", `line ${thrown.line} of ${path} is not valid TOML`, {
      hint: "unf config edit",
      cause: thrown,
    });
  }
}

/** The text of a file; `undefined` when there is none. */
export function readText(path: AbsPath): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}
