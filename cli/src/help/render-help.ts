import type { Flag, FlagTable } from "../frame/argv/flag.ts";
import { globalFlags } from "../frame/argv/globals.ts";
import type { Command, CommandEntry } from "../frame/call/command.ts";

/** Help is wrapped here, so that its text is the same on every terminal. Unit: characters. */
const helpWidth = 80;

/** The groups of commands, in the order of the list. */
export const groupTitles: Readonly<Record<CommandEntry["group"], string>> = {
  record: "Record",
  look: "Look",
  restore: "Bring back",
  settings: "Settings and upkeep",
  about: "About unf",
};

/** `unf --help`: every command in one line. */
export function renderOverview(
  entries: readonly CommandEntry[],
  topics: readonly string[],
): string[] {
  const shown = entries.filter(({ isHidden }) => isHidden !== true);
  const names = shown.map(nameOf);
  const wide = Math.max(...names.map((name) => name.length)) + 2;
  const groups = Object.entries(groupTitles).flatMap(([group, title]) => {
    const rows = shown.filter((entry) => entry.group === group);
    return rows.length === 0
      ? []
      : ["", title, ...rows.map((entry) => `  ${nameOf(entry).padEnd(wide)}${entry.summary}`)];
  });
  return [
    "unf records every change of the text files in the directories you name,",
    "and brings any of it back.",
    "",
    "Usage: unf <command> [flags] [words]",
    ...groups,
    "",
    ...renderFlags("Flags of every command", globalFlags),
    "  --version                  Print the version",
    "",
    "More:   unf help <command>, unf help <topic>",
    `Topics: ${topics.join(", ")}`,
    "Start:  unf watch .",
  ];
}

/** Help of one command; without the prose and examples when `isShort`. */
export function renderCommandHelp(
  entry: CommandEntry,
  command: Command,
  isShort: boolean,
): string[] {
  const usage = command.usage.flatMap((line, index) =>
    wrap(`unf ${line}`, helpWidth - 11).map(
      (part, row) => `${index + row === 0 ? "Usage:" : "      "} ${row === 0 ? "" : "    "}${part}`,
    ),
  );
  const alias = entry.alias === undefined ? [] : ["", `Also called: unf ${entry.alias}`];
  const flags =
    Object.keys(command.flags).length === 0 ? [] : ["", ...renderFlags("Flags", command.flags)];
  if (isShort) {
    return [entry.summary, "", ...usage, ...flags, "", `More: unf ${entry.name} --help`];
  }
  return [
    entry.summary,
    "",
    ...usage,
    ...alias,
    ...command.about.flatMap((paragraph) => ["", ...wrap(paragraph, helpWidth)]),
    ...flags,
    "",
    ...renderFlags("Flags of every command", globalFlags),
    "",
    "Examples",
    ...command.examples.flatMap(({ line, does }) => [`  ${line}`, `      ${does}`]),
    "",
    ...renderExits(command.exits),
  ];
}

/** Breaks a paragraph into lines of at most `width` characters. */
function wrap(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function nameOf({ name, alias }: CommandEntry): string {
  return alias === undefined ? name : `${name}, ${alias}`;
}

function renderFlags(title: string, table: FlagTable): string[] {
  const rows = Object.entries(table).map(([name, flag]) => ({ left: spellFlag(name, flag), flag }));
  const wide = Math.min(28, Math.max(...rows.map(({ left }) => left.length)) + 2);
  return [
    title,
    ...rows.flatMap(({ left, flag }) => {
      const [first = "", ...more] = wrap(flag.help, helpWidth - wide - 2);
      const rest = more.map((line) => `  ${" ".repeat(wide)}${line}`);
      // A name too long for its column stands on a line of its own.
      return left.length + 2 > wide
        ? [`  ${left}`, `  ${" ".repeat(wide)}${first}`, ...rest]
        : [`  ${left.padEnd(wide)}${first}`, ...rest];
    }),
  ];
}

/** A flag as it is typed: `-n, --limit <count>`. */
export function spellFlag(name: string, flag: Flag): string {
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  const alias = flag.alias === undefined ? "" : `, --${flag.alias}`;
  switch (flag.kind) {
    case "switch":
      return `${short}--${name}${alias}`;
    case "text":
    case "list":
    case "count":
      return `${short}--${name} ${flag.value}${alias}`;
    case "choice":
      return `${short}--${name} ${flag.choices.join("|")}${alias}`;
    case "choices":
      return `${short}--${name} ${flag.choices.join(",")}${alias}`;
    case "optional-text":
    case "optional-count":
      return `${short}--${name}[=${flag.value}]${alias}`;
  }
}

function renderExits(exits: Readonly<Record<number, string>>): string[] {
  const all: Readonly<Record<number, string>> = {
    0: "done",
    1: "failed",
    2: "wrong usage",
    ...exits,
  };
  const wide = Math.max(3, ...Object.keys(all).map((code) => code.length + 1));
  return [
    "Exit codes",
    ...Object.entries(all).flatMap(([code, meaning]) =>
      wrap(meaning, helpWidth - wide - 2).map(
        (line, index) => `  ${(index === 0 ? code : "").padEnd(wide)}${line}`,
      ),
    ),
  ];
}
