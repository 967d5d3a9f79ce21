import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ManAnswer, resolvePath } from "@unf/answers";
import { UnfError, version } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { commands } from "./commands.ts";
import { commandNames, findCommand } from "./find-command.ts";
import type { FlagTable } from "./frame/argv/flag.ts";
import { type Call, defineCommand } from "./frame/call/command.ts";
import type { Answer } from "./frame/print/answer.ts";
import {
  type ManPage,
  renderManOverview,
  renderManPage,
  renderManTopic,
} from "./help/render-man.ts";
import { topics } from "./help/topics.ts";

const flags = {
  dir: { kind: "text", value: "<dir>", help: "Write all pages there, which packages bring along" },
} as const satisfies FlagTable;

export const man = defineCommand({
  usage: ["man [command]", "man --dir <dir>"],
  about: [
    "Prints a page of the manual as roff. An installed package brings the pages along: man unf-restore shows one. The topics of unf help have pages, too.",
  ],
  flags,
  examples: [
    { line: "unf man restore | man -l -", does: "read the page of unf restore" },
    { line: "unf man times", does: "that of a topic" },
  ],
  exits: { 3: "no such command" },
  args: { min: 0, max: 1 },
  run: runMan,
});

async function runMan(call: Call<typeof flags>): Promise<Answer> {
  const [word] = call.args;
  const { dir } = call.flags;
  if (dir !== undefined && word !== undefined)
    throw new UnfError("usage", "--dir writes all pages, and takes no command");
  if (dir === undefined) return manAnswer([await readPage(word)]);
  const pages = await readAll();
  const directory = resolvePath(call.world.cwd(), dir);
  mkdirSync(directory, { recursive: true });
  for (const { file, text } of pages) writeFileSync(join(directory, file), text);
  return manAnswer(
    pages,
    pages.map(({ file }) => file),
  );
}

function manAnswer(pages: readonly ManPage[], lines?: readonly string[]): Answer {
  const answer: ManAnswer = { pages: [...pages] };
  return {
    kind: "document",
    schema: "unf.man/1",
    document: () => answer,
    text: () => lines ?? pages.flatMap(({ text }) => text.trimEnd().split("\n")),
  };
}

async function readPage(word: string | undefined): Promise<ManPage> {
  if (word === undefined) return renderManOverview(version, listed, topics);
  const entry = findCommand(word);
  if (entry !== undefined) return renderManPage(version, entry, await entry.load());
  const topic = topics.find(({ name }) => name === word);
  if (topic !== undefined) return renderManTopic(version, topic, await topic.load());
  const near = nearestName(word, [...commandNames(), ...topics.map(({ name }) => name)]);
  throw new UnfError("not_found", `there is no page of "${word}"`, {
    hint: near === undefined ? "unf help" : `did you mean unf man ${near}?`,
  });
}

const listed = commands.filter(({ isHidden }) => isHidden !== true);

async function readAll(): Promise<ManPage[]> {
  const pages = [renderManOverview(version, listed, topics)];
  for (const entry of listed) pages.push(renderManPage(version, entry, await entry.load()));
  for (const topic of topics) pages.push(renderManTopic(version, topic, await topic.load()));
  return pages;
}
