export {
  type Complaint,
  defaultConfig,
  type ParsedConfig,
  parseConfig,
  unknownSetting,
} from "./config.ts";
export {
  type ParsedSetting,
  parseSetting,
  renderDefaultConfig,
  renderSetting,
  setSetting,
} from "./edit-setting.ts";
export { hooklessLimits } from "./hookless-limits.ts";
export { limits } from "./limits.ts";
export { nearestName } from "./nearest-name.ts";
export type { Setting } from "./setting.ts";
export {
  type BackendName,
  backendNames,
  type Config,
  isSettingKey,
  type SettingKey,
  settingKeys,
  settings,
} from "./settings.ts";
export { setInToml, type TomlEdit, unsetInToml } from "./toml-edit.ts";
