export { defaultConfig, type ParsedConfig, parseConfig, unknownSetting } from "./config.ts";
export { parseSetting, renderDefaultConfig, renderSetting, setSetting } from "./edit-setting.ts";
export { hooklessLimits } from "./hookless-limits.ts";
export { limits } from "./limits.ts";
export { nearestName } from "./nearest-name.ts";
export {
  type BackendName,
  backendNames,
  type Config,
  isSettingKey,
  type SettingKey,
  settingKeys,
} from "./settings.ts";
export { type TomlEdit, unsetInToml } from "./toml-edit.ts";
