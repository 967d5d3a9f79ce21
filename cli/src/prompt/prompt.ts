import { promptAnswer } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { Paint } from "../frame/print/view.ts";
import { promptShells, promptWord } from "./word.ts";

const flags = {
  shell: {
    kind: "choice",
    choices: promptShells,
    help: "In colour, with the signs by which this shell counts the width of its prompt",
  },
} as const satisfies FlagTable;

export const prompt = defineCommand({
  usage: ["prompt [--shell bash|zsh]"],
  about: [
    "Prints one word for the prompt of a shell: recording, in green, or not-recording, in red; nothing where the directory is not watched. It asks nobody and reads a few small files.",
  ],
  flags,
  examples: [
    {
      line: "unf prompt --shell bash",
      does: "~/.bashrc: PS1='$(unf prompt --shell bash) \\w \\$ '",
    },
    {
      line: "unf prompt --shell zsh",
      does: "~/.zshrc: setopt prompt_subst; PROMPT='$(unf prompt --shell zsh) %~ %# '",
    },
    {
      line: "unf prompt --color always",
      does: "for fish, and for programs that make a prompt",
    },
  ],
  exits: {},
  args: { min: 0, max: 0 },
  wait: null,
  run: runPrompt,
});

async function runPrompt(call: Call<typeof flags>): Promise<Answer> {
  const answer = await promptAnswer(call.asker);
  const { shell } = call.flags;
  const paint = shell === undefined ? undefined : await openPaint();
  return {
    kind: "document",
    schema: "unf.prompt/1",
    document: () => answer,
    text: (view) => {
      const word = promptWord(answer.state, paint ?? view.paint, shell);
      return word === undefined ? [] : [word];
    },
  };
}

async function openPaint(): Promise<Paint> {
  const { createPaint } = await import("../frame/print/paint.ts");
  return createPaint();
}
