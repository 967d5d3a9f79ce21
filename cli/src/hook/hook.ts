import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { hookFlags } from "./flags.ts";

type HookCall = Call<typeof hookFlags>;

/**
 * The work of each verb with the words after it. `run`, which agents call, is a program of its own.
 */
const verbs: Readonly<
  Record<string, (call: HookCall, words: readonly string[]) => Promise<Answer>>
> = {
  install: async (call, words) => (await import("./install.ts")).install(call, words),
  uninstall: async (call, words) => (await import("./uninstall.ts")).uninstall(call, words),
  status: async (call, words) => (await import("./status.ts")).status(call, words),
};

export const hook = defineCommand({
  usage: [
    "hook install <agent...> | --all",
    "hook uninstall <agent...> | --all",
    "hook status [agent...]",
  ],
  about: [
    "Coding agents can call a program when a prompt arrives, before and after they use a tool, and when they are done. install adds such calls to an agent's own settings, so that each change is known to be somebody's, and a turn can be undone.",
    "Where the agent has a place for it, the MCP server of unf and commands to type in the agent come along: /unf:rewind, /unf:oops, /unf:recap, /unf:checkpoint. Those that you wrote or edited yourself are left and named.",
    "Agents: claude-code, codex, cursor, gemini, copilot, windsurf, droid, opencode, pi.",
    "The differences are shown first, and nothing is written without a yes. Comments, order and everything else in the settings stay; the first time, a copy is kept beside the file as .unf.bak. uninstall takes exactly that out again; where an agent may run it, a person must confirm it at a terminal. Agents without settings on this machine are skipped.",
    "With --project <dir> the settings that the project there brings along are meant, which others share: the added commands do nothing where unf is not installed.",
  ],
  flags: hookFlags,
  examples: [
    { line: "unf hook status", does: "which agents are here, and who says what it changes" },
    { line: "unf hook install claude-code", does: "show the change, ask, and make it" },
    { line: "unf hook install --all -n", does: "what would be changed for every agent here" },
    {
      line: "unf hook install codex --project .",
      does: "in the settings of the project in this directory",
    },
    { line: "unf hook uninstall --all --yes", does: "all settings as they were" },
  ],
  exits: {
    3: "none of the agents has settings here",
    4: "refused, or nobody said yes; nothing was done",
    8: "some settings could not be changed; the output says why",
  },
  args: { min: 1, max: 100 },
  wait: changing(
    "Waiting",
    "each settings file is as it was or as it should be, nothing in between",
    "which: unf hook status; go on: the same command",
  ),
  run: runHook,
});

function runHook(call: HookCall): Promise<Answer> {
  const [word = "", ...words] = call.args;
  const run = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  if (run !== undefined) return run(call, words);
  if (word === "pre" || word === "post")
    throw new UnfError("usage", `hook has no "${word}"`, {
      hint: "agents call what unf hook install <agent> writes",
    });
  const near = nearestName(word, Object.keys(verbs));
  throw new UnfError("usage", `hook has no "${word}"`, {
    hint: near === undefined ? "unf hook --help" : `did you mean unf hook ${near}?`,
  });
}
