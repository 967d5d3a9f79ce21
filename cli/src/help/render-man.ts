import type { Flag, FlagTable } from "../frame/argv/flag.ts";
import { globalFlags } from "../frame/argv/globals.ts";
import type { Command, CommandEntry } from "../frame/call/command.ts";
import { groupTitles, spellFlag } from "./render-help.ts";
import type { Topic } from "./topics.ts";

/** A manual page, as roff with the macros of man(7). It holds no date: one build is as the next. */
export interface ManPage {
  /** Its file's name: `unf-restore.1`. */
  readonly file: string;
  readonly text: string;
}

/** The page of the program, which lists its commands. */
export function renderManOverview(
  version: string,
  entries: readonly CommandEntry[],
  topics: readonly Topic[],
): ManPage {
  const groups = Object.entries(groupTitles).flatMap(([group, title]) => {
    const rows = entries.filter((entry) => entry.group === group);
    const items = rows.flatMap(({ name, summary }) => item(`unf ${name}`, summary));
    return rows.length === 0 ? [] : [`.SS ${asRoff(title)}`, ...items];
  });
  return page("unf", "1", version, [
    ...section("NAME", ["unf \\- record every change of text files, and bring any of it back"]),
    ...section("SYNOPSIS", [`\\fBunf\\fR ${asRoff("<command> [flags] [words]")}`]),
    ...section("DESCRIPTION", [
      asRoff(
        "unf records every change of the text files in the directories you name, and brings any of it back. Begin with: unf watch .",
      ),
    ]),
    ...section("COMMANDS", groups),
    ...section("OPTIONS OF EVERY COMMAND", flagItems(globalFlags)),
    ...section("SEE ALSO", [
      [...entries.map(({ name }) => `unf-${name}(1)`), ...topics.map(topicName)]
        .map(asRoff)
        .join(", "),
    ]),
  ]);
}

/** The page of one command: all that its help says. */
export function renderManPage(version: string, entry: CommandEntry, command: Command): ManPage {
  const { usage, about, flags, examples, exits } = command;
  const also = entry.alias === undefined ? [] : [".PP", asRoff(`Also called: unf ${entry.alias}`)];
  const codes = { 0: "done", 1: "failed", 2: "wrong usage", ...exits };
  const options = Object.keys(flags).length === 0 ? [] : section("OPTIONS", flagItems(flags));
  return page(`unf-${entry.name}`, "1", version, [
    ...section("NAME", [`unf\\-${entry.name} \\- ${asRoff(entry.summary)}`]),
    ...section("SYNOPSIS", [
      ".nf",
      ...usage.map((line) => `\\fBunf\\fR ${asRoff(line)}`),
      ".fi",
      ...also,
    ]),
    ...section(
      "DESCRIPTION",
      about.flatMap((paragraph, at) => [...(at === 0 ? [] : [".PP"]), asRoff(paragraph)]),
    ),
    ...options,
    ...section(
      "EXAMPLES",
      examples.flatMap(({ line, does }) => item(line, does)),
    ),
    ...section(
      "EXIT STATUS",
      Object.entries(codes).flatMap(([code, meaning]) => item(code, meaning)),
    ),
    ...section("SEE ALSO", ["unf(1), which has the options of every command"]),
  ]);
}

/** The page of a topic, as its lines stand. */
export function renderManTopic(version: string, topic: Topic, lines: readonly string[]): ManPage {
  return page(`unf-${topic.name}`, "7", version, [
    ...section("NAME", [`unf\\-${asRoff(topic.name)} \\- ${asRoff(topic.summary)}`]),
    ...section("DESCRIPTION", [".nf", ...lines.map(asRoff), ".fi"]),
    ...section("SEE ALSO", ["unf(1)"]),
  ]);
}

function topicName({ name }: Topic): string {
  return `unf-${name}(7)`;
}

function page(name: string, part: string, version: string, body: readonly string[]): ManPage {
  const head = `.TH ${asRoff(name.toUpperCase())} ${part} "" "unf ${version}" "unf"`;
  return { file: `${name}.${part}`, text: `${[head, ...body].join("\n")}\n` };
}

function section(title: string, body: readonly string[]): string[] {
  return [`.SH ${title}`, ...body];
}

function flagItems(table: FlagTable): string[] {
  return Object.entries(table).flatMap(([name, flag]: [string, Flag]) =>
    item(spellFlag(name, flag), flag.help),
  );
}

function item(term: string, text: string): string[] {
  return [".TP", `\\fB${asRoff(term)}\\fR`, asRoff(text)];
}

/** Text as roff prints it: no escape, no hyphen for a minus, no request at the beginning of a line, ASCII. */
function asRoff(text: string): string {
  const plain = text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/\P{ASCII}/gu, (sign) => {
      const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `\\[u${code.padStart(4, "0")}]`;
    });
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
