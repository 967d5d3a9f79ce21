import { writeFileSync } from "node:fs";
import { type CompleteAnswer, resolvePath } from "@unf/answers";
import { commands } from "./commands.ts";
import { readKnown, writeKnown } from "./completion/known-words.ts";
import { renderForPowerShell, wordsOfLine } from "./completion/powershell-line.ts";
import { isOfShell, readCandidates } from "./completion/read-candidates.ts";
import { joinBroken, unquote } from "./completion/shell-words.ts";
import { type Shell, shells } from "./completion/shells.ts";
import {
  type Candidate,
  commandWord,
  type Wanted,
  wantedBefore,
  wantedWithin,
} from "./completion/wanted.ts";
import { findCommand } from "./find-command.ts";
import type { FlagTable } from "./frame/argv/flag.ts";
import { type Call, defineCommand } from "./frame/call/command.ts";
import type { Answer } from "./frame/print/answer.ts";

const flags = {
  shell: { kind: "choice", choices: shells, help: "How its words are quoted and taken apart" },
  line: {
    kind: "text",
    value: "<base64>",
    help: "For powershell, instead of the words: the line up to the cursor",
  },
  table: {
    kind: "text",
    value: "<file>",
    help: "Write the words of all commands there, as a build does, so that a key loads no command",
  },
} as const satisfies FlagTable;

export const complete = defineCommand({
  usage: [
    "complete [--shell <name>] -- [words...]",
    "complete --shell powershell --line <base64>",
    "complete --table <file>",
  ],
  about: [
    "The scripts of unf completion call it at each press of the key: it prints what may stand for the last of the words that follow unf.",
    "The first line names what the shell adds by itself: files, directories, programs or none. Each other one is a candidate, a tab, and a few words on it. For PowerShell both the line and the answer are base64.",
  ],
  flags,
  examples: [{ line: "unf complete -- config g", does: "what may stand for the g" }],
  exits: {},
  args: { min: 0, max: 10_000 },
  wait: null,
  run: runComplete,
});

async function runComplete(call: Call<typeof flags>): Promise<Answer> {
  const { table } = call.flags;
  if (table !== undefined) {
    writeFileSync(resolvePath(call.world.cwd(), table), await renderTable());
    return toAnswer({ shell_adds: "none", candidates: [] }, undefined);
  }
  const { shell } = call.flags;
  const isBash = shell === "bash";
  const wanted = await readWanted(wordsOf(call));
  const found = [...wanted.words];
  const asker = { ...call.asker, note: ignore, warn: ignore };
  for (const source of wanted.sources) {
    const more =
      source === "commands" ? listed() : await readCandidates(source, asker, wanted.begun);
    found.push(...more);
  }
  // Bash replaces no more of the word than stands behind its last break.
  const kept = isBash ? "" : wanted.kept;
  const broken = isBash ? breakOf(wanted.begun) : 0;
  const answer: CompleteAnswer = {
    shell_adds: wanted.sources.find(isOfShell) ?? "none",
    candidates: found.filter(isShown(wanted.begun)).map(({ value, about }) => ({
      value: kept + value.slice(broken),
      about: about.replaceAll(/\s+/g, " ").trim(),
    })),
  };
  return toAnswer(answer, shell);
}

/** The words that follow `unf`, as the shell would give them to it. */
function wordsOf({ flags: { line, shell }, args }: Call<typeof flags>): readonly string[] {
  if (shell === "powershell") return wordsOfLine(line ?? "");
  const typed = shell === undefined ? args : args.map(unquote);
  return shell === "bash" ? joinBroken(typed) : typed;
}

function toAnswer(answer: CompleteAnswer, shell: Shell | undefined): Answer {
  return {
    kind: "document",
    schema: "unf.complete/1",
    document: () => answer,
    text: () =>
      shell === "powershell"
        ? [renderForPowerShell(answer)]
        : [answer.shell_adds, ...answer.candidates.map(({ value, about }) => `${value}\t${about}`)],
  };
}

function ignore(): void {
  // Somebody is in the middle of a word.
}

async function renderTable(): Promise<string> {
  const loaded = [];
  for (const { name, load } of commands) loaded.push([name, await load()] as const);
  return writeKnown(Object.fromEntries(loaded));
}

async function readWanted(words: readonly string[]): Promise<Wanted> {
  const name = commandWord(words);
  if (name === undefined) return wantedBefore(words, listed());
  const entry = findCommand(name);
  if (entry === undefined) return { kept: "", begun: "", words: [], sources: [] };
  return wantedWithin(words, entry.name, readKnown(entry.name) ?? (await entry.load()));
}

function listed(): Candidate[] {
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  return shown.map(({ name, summary }) => ({ value: name, about: summary }));
}

/** A line holds one candidate, and a terminal is told nothing by one. */
function isShown(begun: string): (candidate: Candidate) => boolean {
  return ({ value }) => value.startsWith(begun) && !/\p{Cc}/u.test(value);
}

function breakOf(word: string): number {
  return Math.max(word.lastIndexOf("="), word.lastIndexOf(":")) + 1;
}
