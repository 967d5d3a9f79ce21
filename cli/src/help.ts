import type { HelpAnswer } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { commands } from "./commands.ts";
import { commandNames, findCommand } from "./find-command.ts";
import { type CommandEntry, defineCommand } from "./frame/call/command.ts";
import type { Answer } from "./frame/print/answer.ts";
import { renderCommandHelp, renderOverview } from "./help/render-help.ts";
import { topics } from "./help/topics.ts";

export const help = defineCommand({
  usage: ["help", "help <command>", "help <topic>"],
  about: [
    "Prints the list of commands, the help of one command, or a page about a topic.",
    `Topics: ${topics.map(({ name }) => name).join(", ")}.`,
  ],
  flags: {},
  examples: [
    { line: "unf help restore", does: "the same as unf restore --help" },
    { line: "unf help times", does: "how to name an instant" },
  ],
  exits: { 3: "no such command or topic" },
  args: { min: 0, max: 1 },
  run: ({ args }) => helpAnswer(args, false, commands),
});

/** Help about nothing, a command or a topic. */
export async function helpAnswer(
  words: readonly string[],
  isShort: boolean,
  entries: readonly CommandEntry[],
): Promise<Answer> {
  const lines = await readHelp(words[0], isShort, entries);
  const answer: HelpAnswer = { text: lines.join("\n") };
  return {
    kind: "document",
    schema: "unf.help/1",
    document: () => answer,
    text: () => lines,
    isLong: true,
  };
}

async function readHelp(
  word: string | undefined,
  isShort: boolean,
  entries: readonly CommandEntry[],
): Promise<readonly string[]> {
  const topicNames = topics.map(({ name }) => name);
  if (word === undefined) return renderOverview(entries, topicNames);
  const entry = findCommand(word);
  // `ignore` is both; its topic is what explains it, and the command's help points there.
  const topic = topics.find(({ name }) => name === word);
  if (entry !== undefined && topic !== undefined) {
    const [page, command] = [await topic.load(), await entry.load()];
    return isShort
      ? renderCommandHelp(entry, command, isShort)
      : [...renderCommandHelp(entry, command, false), "", ...page];
  }
  if (entry !== undefined) return renderCommandHelp(entry, await entry.load(), isShort);
  if (topic !== undefined) return topic.load();
  const near = nearestName(word, [...commandNames(), ...topicNames]);
  throw new UnfError("not_found", `no help about "${word}"`, {
    hint: near === undefined ? "unf help" : `did you mean unf help ${near}?`,
  });
}
