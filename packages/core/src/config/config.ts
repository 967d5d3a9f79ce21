import { nearestName } from "./nearest-name.ts";
import { type Config, isSettingKey, type SettingKey, settingKeys, settingOf } from "./settings.ts";

/** Something in a settings file that was not taken as written. */
export interface Complaint {
  /** As written in the file; `""` when the file as a whole is meant. Not fit for display unescaped. */
  readonly key: string;
  readonly message: string;
}

export interface ParsedConfig {
  readonly config: Config;
  /** The keys whose value comes from the file. */
  readonly given: ReadonlySet<SettingKey>;
  readonly complaints: readonly Complaint[];
}

/** The value of every setting when there is no file. */
export const defaultConfig: Config = buildConfig((key) => settingOf(key).default);

/**
 * Reads the value of a parsed TOML file (`undefined` for no file). Never fails: a broken value is
 * complained about and replaced by that of `lastGood`, because nothing in a settings file may stop
 * recording.
 */
export function parseConfig(raw: unknown, lastGood: Config = defaultConfig): ParsedConfig {
  const complaints: Complaint[] = [];
  const found = new Map<SettingKey, unknown>();
  for (const [key, value] of raw === undefined ? [] : flatten(raw, complaints)) {
    if (isSettingKey(key)) found.set(key, value);
    else complaints.push({ key, message: unknownSetting(key) });
  }
  const given = new Set<SettingKey>();
  const config = buildConfig((key) => {
    const setting = settingOf(key);
    if (!found.has(key)) return setting.default;
    const value = setting.read(found.get(key));
    if (value !== undefined) {
      given.add(key);
      return value;
    }
    const instead = setting.renderText(lastGood[key]);
    complaints.push({ key, message: `expects ${setting.accepts}; using ${instead || "none"}` });
    return lastGood[key];
  });
  return { config, given, complaints };
}

/** Says that a setting does not exist, and which one was probably meant. */
export function unknownSetting(key: string): string {
  const near = nearestName(key, settingKeys);
  return near === undefined ? "unknown setting" : `unknown setting; did you mean ${near}?`;
}

/** The pairs of key and value of a table of tables. */
function flatten(raw: unknown, complaints: Complaint[]): (readonly [string, unknown])[] {
  if (!isTable(raw)) {
    complaints.push({ key: "", message: "expects a table of settings; using the defaults" });
    return [];
  }
  return Object.entries(raw).flatMap(([section, table]) =>
    isTable(table)
      ? Object.entries(table).map(([name, value]) => [`${section}.${name}`, value] as const)
      : [[section, table] as const],
  );
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function buildConfig(pick: <Key extends SettingKey>(key: Key) => Config[Key]): Config {
  return {
    "record.max_file_size": pick("record.max_file_size"),
    "record.binary": pick("record.binary"),
    "record.binary_versions": pick("record.binary_versions"),
    "filter.exclude_dirs": pick("filter.exclude_dirs"),
    "filter.exclude_extensions": pick("filter.exclude_extensions"),
    "filter.allow_secrets": pick("filter.allow_secrets"),
    "secrets.record": pick("secrets.record"),
    "secrets.hash_only": pick("secrets.hash_only"),
    "secrets.skip": pick("secrets.skip"),
    "store.min_free": pick("store.min_free"),
    "store.cap": pick("store.cap"),
    "store.project_cap": pick("store.project_cap"),
    "retention.auto": pick("retention.auto"),
    "retention.keep_all": pick("retention.keep_all"),
    "retention.hourly": pick("retention.hourly"),
    "retention.daily": pick("retention.daily"),
    "retention.weekly": pick("retention.weekly"),
    "retention.turns": pick("retention.turns"),
    "retention.operations": pick("retention.operations"),
    "housekeeping.idle": pick("housekeeping.idle"),
    "watch.backend": pick("watch.backend"),
    "hooks.store_prompts": pick("hooks.store_prompts"),
    "log.level": pick("log.level"),
    "ui.color": pick("ui.color"),
    "ui.pager": pick("ui.pager"),
    "mcp.allow_restore": pick("mcp.allow_restore"),
    "mcp.allow_others": pick("mcp.allow_others"),
    "agents.may_stop": pick("agents.may_stop"),
  };
}
