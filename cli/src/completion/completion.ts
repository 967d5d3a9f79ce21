import type { CompletionAnswer } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { bash } from "./script/bash.ts";
import { fish } from "./script/fish.ts";
import { powershell } from "./script/powershell.ts";
import { zsh } from "./script/zsh.ts";
import { type Shell, shells } from "./shells.ts";

const scripts: Readonly<Record<Shell, string>> = { bash, fish, powershell, zsh };

export const completion = defineCommand({
  usage: ["completion bash", "completion zsh", "completion fish", "completion powershell"],
  about: [
    "Prints a script that has the shell complete commands, flags, checkpoints, turns, sessions, operations, and files that were deleted. The script asks at each press of the key, so that it never grows old; nothing is installed.",
    "Those of bash, zsh and fish are tested in the shells themselves, with names of every kind. PowerShell's is read by its grammar alone: no PowerShell has run it yet.",
  ],
  flags: {},
  examples: [
    { line: "unf completion bash", does: 'in ~/.bashrc: eval "$(unf completion bash)"' },
    {
      line: "unf completion zsh",
      does: "in ~/.zshrc, after compinit: source <(unf completion zsh)",
    },
    { line: "unf completion fish | source", does: "in ~/.config/fish/config.fish" },
    {
      line: "unf completion powershell | Out-String | Invoke-Expression",
      does: "in $PROFILE",
    },
  ],
  exits: {},
  args: { min: 1, max: 1 },
  run: ({ args: [word = ""] }) => scriptAnswer(word),
});

function scriptAnswer(word: string): Answer {
  const shell = shells.find((one) => one === word);
  if (shell === undefined) {
    const near = nearestName(word, shells);
    throw new UnfError("usage", `there is no completion for "${word}"`, {
      hint: near === undefined ? `one of: ${shells.join(", ")}` : `did you mean ${near}?`,
    });
  }
  const answer: CompletionAnswer = { shell, script: scripts[shell] };
  return {
    kind: "document",
    schema: "unf.completion/1",
    document: () => answer,
    text: () => answer.script.trimEnd().split("\n"),
  };
}
