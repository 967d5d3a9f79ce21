import { type PromptAnswer, promptAnswer } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { Paint } from "../frame/print/view.ts";

/** The signs by which a shell knows that what stands between them takes no room. */
const widthless = {
  bash: ["\u0001", "\u0002"],
  zsh: ["%{", "%}"],
} as const;

const flags = {
  shell: {
    kind: "choice",
    choices: ["bash", "zsh"],
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
      does: "in ~/.bashrc: PS1='$(unf prompt --shell bash) \\w \\$ '",
    },
    {
      line: "unf prompt --shell zsh",
      does: "in ~/.zshrc, after setopt prompt_subst: PROMPT='$(unf prompt --shell zsh) %~ %# '",
    },
    {
      line: "unf prompt --color always",
      does: "for fish, and for programs that make a prompt",
    },
  ],
  exits: {},
  args: { min: 0, max: 0 },
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
    text: (view) => wordOf(answer, paint ?? view.paint, shell),
  };
}

function wordOf(
  { state }: PromptAnswer,
  paint: Paint,
  shell: keyof typeof widthless | undefined,
): string[] {
  if (state === "not_watched") return [];
  const word = state.replace("_", "-");
  const text = state === "recording" ? paint.good(word) : paint.bad(word);
  if (shell === undefined) return [text];
  const [begin, end] = widthless[shell];
  // Escapes, the word, and escapes again.
  const at = text.indexOf(word);
  return [`${begin}${text.slice(0, at)}${end}${word}${begin}${text.slice(at + word.length)}${end}`];
}

async function openPaint(): Promise<Paint> {
  const { createPaint } = await import("../frame/print/paint.ts");
  return createPaint();
}
