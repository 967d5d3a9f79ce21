import { type AbsPath, UnfError } from "@unf/core/base";
import {
  type Config,
  isSettingKey,
  type ParsedConfig,
  parseSetting,
  type SettingKey,
  setSetting,
  type TomlEdit,
  unknownSetting,
  unsetInToml,
} from "@unf/core/config";
import { settingValue } from "./settings-answer.ts";
import type { SettingChangedAnswer } from "./shape.ts";

/** The settings file of a home, which is TOML. */
export interface SettingsFile {
  readonly path: AbsPath;
  /** Empty when there is none. */
  readonly text: string;
  readonly parsed: ParsedConfig;
  /** The settings in another text for it. Throws `bad_config` when that is not TOML. */
  parse(text: string): ParsedConfig;
  /**
   * Replaces the file as a whole; true when the running daemon knows of it, `null` where none runs.
   * Warns when one does not answer.
   */
  write(text: string): Promise<boolean | null>;
}

/** One setting with another value, as it would be written. */
export interface PlannedSetting {
  readonly key: SettingKey;
  /** The whole file. */
  readonly text: string;
  readonly isChanged: boolean;
  readonly before: Config;
  readonly now: Config;
}

/** Plans another value for a setting, or with `undefined` the default. Throws `usage`, `not_found`, `refused`. */
export function planSetting(
  file: SettingsFile,
  key: SettingKey,
  word: string | undefined,
): PlannedSetting {
  const edited = word === undefined ? unsetInToml(file.text, key) : setValue(file, key, word);
  if (edited.kind === "refused") {
    throw new UnfError("refused", `${file.path} cannot be changed by a command: ${edited.why}`, {
      hint: "unf config edit",
    });
  }
  const { text } = edited;
  const isChanged = text !== file.text;
  const { config: now } = isChanged ? file.parse(text) : file.parsed;
  return { key, text, isChanged, before: file.parsed.config, now };
}

/** The change that was written, or with a dry run would be. `told`: as `write` of the file said. */
export function settingChangedAnswer(
  { key, isChanged, now }: PlannedSetting,
  { isDryRun, told }: { readonly isDryRun: boolean; readonly told: boolean | null },
): SettingChangedAnswer {
  return {
    key,
    value: settingValue(now[key]),
    dry_run: isDryRun,
    changed: isChanged,
    daemon_told: told,
  };
}

/** The key that a word names. Throws `not_found`. */
export function requireSetting(key: string): SettingKey {
  if (isSettingKey(key)) return key;
  throw new UnfError("not_found", `${key}: ${unknownSetting(key)}`, { hint: "unf config get" });
}

function setValue(file: SettingsFile, key: SettingKey, word: string): TomlEdit {
  const parsed = parseSetting(key, word);
  if (parsed.kind === "invalid") throw new UnfError("usage", `${key} ${parsed.why}, not "${word}"`);
  return setSetting(file.text, key, parsed.value);
}
