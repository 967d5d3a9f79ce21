import {
  pathFields,
  planSetting,
  requireSetting,
  settingAnswer,
  settingChangedAnswer,
  settingsAnswer,
} from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import {
  nearestName,
  type ParsedConfig,
  renderDefaultConfig,
  renderSetting,
  type SettingKey,
  settingKeys,
} from "@unf/core/config";
import { configPath } from "@unf/core/home";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { confirmSettings } from "./confirm-settings.ts";
import { editSettings } from "./edit-settings.ts";
import { parseSettings, readSettingsFile } from "./settings-file.ts";
import { writeSettings } from "./write-settings.ts";

const flags = {
  "dry-run": { kind: "switch", short: "n", help: "For set and unset: only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

const schema = "unf.config/1";

type ConfigCall = Call<typeof flags>;

const verbs = ["get", "set", "unset", "edit", "path", "default"] as const;
type Verb = (typeof verbs)[number];

/** How many words each verb takes after its name. */
const wordCounts: Readonly<Record<Verb, readonly [min: number, max: number]>> = {
  get: [0, 1],
  set: [2, 2],
  unset: [1, 1],
  edit: [0, 0],
  path: [0, 0],
  default: [0, 0],
};

export const config = defineCommand({
  usage: [
    "config get [key]",
    "config set <key> <value>",
    "config unset <key>",
    "config edit",
    "config path",
    "config default",
  ],
  about: [
    "Reads and changes the settings, which are a TOML file in the store. set and unset change one value and leave comments and everything else as they are. A running daemon takes them up at once; one that does not answer, after its next start. Where an agent may run the command, a person must confirm at a terminal what bears on recording, on history or on what agents may do: every key but those of housekeeping, log and ui.",
    `Keys: ${settingKeys.join(", ")}. default prints a file with all of them explained.`,
  ],
  flags,
  examples: [
    { line: "unf config get", does: "every setting and where its value comes from" },
    { line: "unf config set record.max_file_size 5MiB", does: "record larger files" },
    {
      line: "unf config set filter.exclude_dirs fixtures,vendor",
      does: "leave out directories of these names",
    },
    { line: "unf config unset record.max_file_size", does: "back to the default" },
    { line: "unf config default", does: "all settings, explained" },
  ],
  exits: {
    3: "no such setting",
    4: "the file has no place for the value; or only a person may set it",
  },
  args: { min: 0, max: 3 },
  wait: changing(
    "Waiting",
    "a setting is written whole, or not at all",
    "which: unf config get; go on: the same command",
  ),
  run: runConfig,
});

async function runConfig(call: ConfigCall): Promise<Answer> {
  const [word = "get", ...words] = call.args;
  const verb = verbs.find((known) => known === word);
  if (verb === undefined) {
    const near = nearestName(word, verbs);
    throw new UnfError("usage", `config has no "${word}"`, {
      hint: near === undefined ? "unf config --help" : `did you mean unf config ${near}?`,
    });
  }
  const [min, max] = wordCounts[verb];
  if (words.length < min || words.length > max) {
    throw new UnfError(
      "usage",
      `config ${verb} takes ${min === max ? min : `${min} or ${max}`} words`,
      {
        hint: "unf config --help",
      },
    );
  }
  const { homeDirectory, requireOwn } = await import("@unf/system");
  const home = homeDirectory(call.world.env);
  requireOwn(home);
  const path = configPath(home);
  const [key = "", value = ""] = words;
  switch (verb) {
    case "path":
      return pathAnswer(path);
    case "default":
      return textAnswer(renderDefaultConfig());
    case "get":
      return words.length === 0
        ? allAnswer(readAndWarn(call, path))
        : oneAnswer(readAndWarn(call, path), requireSetting(key));
    case "set":
      return change(call, { home, path, key: requireSetting(key), word: value });
    case "unset":
      return change(call, { home, path, key: requireSetting(key), word: undefined });
    case "edit":
      await editSettings(call, home, path);
      return pathAnswer(path);
  }
}

function readAndWarn(call: ConfigCall, path: AbsPath): ParsedConfig {
  const { parsed } = readSettingsFile(path);
  for (const { key, message } of parsed.complaints) {
    call.warn(escapeForDisplay(`${path}: ${key === "" ? "" : `${key} `}${message}`));
  }
  return parsed;
}

interface Change {
  readonly home: AbsPath;
  readonly path: AbsPath;
  readonly key: SettingKey;
  /** `undefined`: the default is wanted. */
  readonly word: string | undefined;
}

async function change(call: ConfigCall, { home, path, key, word }: Change): Promise<Answer> {
  const file = {
    path,
    ...readSettingsFile(path),
    parse: (text: string) => parseSettings(text, path),
    write: (text: string) => writeSettings(call, { home, path, text }),
  };
  const planned = planSetting(file, key, word);
  const { text, isChanged, before, now } = planned;
  const isDryRun = call.flags["dry-run"];
  let told: boolean | null = null;
  if (isChanged && !isDryRun) {
    await confirmSettings(call, before, now);
    told = await file.write(text);
  }
  const shown = renderSetting(key, now[key]);
  return {
    kind: "document",
    schema,
    document: () => settingChangedAnswer(planned, { isDryRun, told }),
    text: () => [`${key} = ${escapeForDisplay(shown)}${isChanged ? "" : " (as before)"}`],
  };
}

function pathAnswer(path: AbsPath): Answer {
  return {
    kind: "document",
    schema,
    document: () => pathFields("path", path),
    text: () => [escapeForDisplay(path)],
  };
}

function textAnswer(text: string): Answer {
  return {
    kind: "document",
    schema,
    document: () => ({ text }),
    text: () => text.trimEnd().split("\n"),
    isLong: true,
  };
}

function oneAnswer(parsed: ParsedConfig, key: SettingKey): Answer {
  return {
    kind: "document",
    schema,
    document: () => settingAnswer(parsed, key),
    text: () => [escapeForDisplay(renderSetting(key, parsed.config[key]))],
  };
}

/** Settings of which 0 is no size. */
const zeros: Readonly<Partial<Record<SettingKey, string>>> = {
  "store.cap": "5 GiB, or a tenth of the disk",
  "store.project_cap": "no cap",
};

/** A value as a person reads it. */
function valueText(key: SettingKey, value: string, paint: View["paint"]): string {
  if (value === "") return paint.faint("none");
  const zero = value === "0" ? zeros[key] : undefined;
  return zero === undefined ? value : `${value}${paint.faint(`: ${zero}`)}`;
}

function allAnswer(parsed: ParsedConfig): Answer {
  const wide = Math.max(...settingKeys.map((key) => key.length));
  const answer = settingsAnswer(parsed);
  return {
    kind: "document",
    schema,
    document: () => answer,
    records: () => answer.settings.map((setting) => ({ type: "setting", ...setting })),
    text: ({ terminal, paint }) =>
      settingKeys.map((key) => {
        const value = escapeForDisplay(renderSetting(key, parsed.config[key]));
        const isGiven = parsed.given.has(key);
        if (!terminal.isForPerson) return [key, value, isGiven ? "file" : "default"].join("\t");
        const origin = isGiven ? "" : paint.faint("  (default)");
        return `${padRight(key, wide)}  ${valueText(key, value, paint)}${origin}`;
      }),
  };
}
