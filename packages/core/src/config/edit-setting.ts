import { type Config, type SettingKey, settingKeys, settingOf } from "./settings.ts";
import { setInToml, type TomlEdit } from "./toml-edit.ts";

/** A setting's value as typed: the value, or what would be accepted. */
export type ParsedSetting<Key extends SettingKey> =
  | { readonly kind: "value"; readonly value: Config[Key] }
  | { readonly kind: "invalid"; readonly why: string };

/** Reads one word as the value of a setting. */
export function parseSetting<Key extends SettingKey>(key: Key, word: string): ParsedSetting<Key> {
  const setting = settingOf(key);
  const value = setting.readText(word);
  return value === undefined
    ? { kind: "invalid", why: `expects ${setting.accepts}` }
    : { kind: "value", value };
}

/** The value as one word; `parseSetting` reads it. */
export function renderSetting<Key extends SettingKey>(key: Key, value: Config[Key]): string {
  return settingOf(key).renderText(value);
}

/** The settings file with one value changed, everything else as it was. */
export function setSetting<Key extends SettingKey>(
  file: string,
  key: Key,
  value: Config[Key],
): TomlEdit {
  return setInToml(file, key, settingOf(key).renderToml(value));
}

/** A settings file that names every setting and changes none: the defaults stand in comments. */
export function renderDefaultConfig(): string {
  const lines = [
    "# Settings of unf. What is commented out is the default.",
    "# `unf config set KEY VALUE` changes one setting and leaves the rest of the file as it is.",
  ];
  let current = "";
  for (const key of settingKeys) {
    const [section = "", name = ""] = key.split(".");
    if (section !== current) lines.push("", `[${section}]`);
    else lines.push("");
    current = section;
    lines.push(...describe(key).map((line) => `# ${line}`), `# ${name} = ${defaultToml(key)}`);
  }
  return `${lines.join("\n")}\n`;
}

function describe(key: SettingKey): string[] {
  const { why, accepts } = settingOf(key);
  return [...why, `${accepts.charAt(0).toUpperCase()}${accepts.slice(1)}.`];
}

function defaultToml<Key extends SettingKey>(key: Key): string {
  const setting = settingOf(key);
  return setting.renderToml(setting.default);
}
