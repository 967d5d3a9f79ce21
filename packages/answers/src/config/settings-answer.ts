import { type Config, type ParsedConfig, type SettingKey, settingKeys } from "@unf/core/config";
import type { SettingAnswer, SettingsAnswer } from "./shape.ts";

/** Every setting and where its value comes from, in the order of the table. */
export function settingsAnswer(parsed: ParsedConfig): SettingsAnswer {
  return { settings: settingKeys.map((key) => settingAnswer(parsed, key)) };
}

export function settingAnswer({ config, given }: ParsedConfig, key: SettingKey): SettingAnswer {
  return {
    key,
    value: settingValue(config[key]),
    origin: given.has(key) ? "file" : "default",
  };
}

/** The value of a setting as JSON has it. */
export function settingValue(value: Config[SettingKey]): SettingAnswer["value"] {
  if (typeof value === "object") return [...value];
  return value === Number.POSITIVE_INFINITY ? "forever" : value;
}
