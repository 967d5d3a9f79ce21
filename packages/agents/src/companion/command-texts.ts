/** A command that a person types in an agent: what it asks of the agent, in words that every agent gets. */
export interface CommandText {
  readonly name: "rewind" | "oops" | "recap" | "checkpoint";
  /** One line in the agent's list of commands. */
  readonly description: string;
  /** Words that may stand behind the command. */
  readonly hint: string;
  /** Tools of the MCP server that only look: the others the agent asks the person about. */
  readonly looks: readonly string[];
  /** `words`: how the agent writes what stood behind the command. */
  readonly prompt: (words: string) => string;
}

const twoSteps =
  "Show me the plan: each file with what happens to it, then what stays and why. Call unf_restore_apply with that plan only once I have said yes. If it answers `conflict`, plan again and show me that. At the end name the operation that undoes it.";

const without = "If these tools are not there, say so, and that the command line has the same: ";

export const commandTexts: readonly CommandText[] = [
  {
    name: "rewind",
    description: "Take the files back to just before one of your prompts (unf)",
    hint: "[prompt, or t-12]",
    looks: ["unf_turns", "unf_rewind_plan"],
    prompt: (
      words,
    ) => `Take the files back to just before one of my prompts in this session, with the tools of the MCP server \`unf\`. Do nothing else.

What I named (it may be nothing): ${words}

1. Call unf_turns. List my prompts in this session, the newest first, one line each: number, prompt, number of files, lines as +/-. Leave out none.
2. If I named none, ask me which one, and stop until I answer.
3. Call unf_rewind_plan with \`before\` set to the id of that turn. It takes back that turn and all that followed in this session; what I or others wrote stays.
4. ${twoSteps}

This goes back with files only. Tell me so at the end: going back in the conversation is what your own command for it does, such as /rewind.

${without}unf turns, unf oops t-12 t-13, unf undo.
`,
  },
  {
    name: "oops",
    description: "Take back what your last turn did to the files, or a part of it (unf)",
    hint: "[t-12...] [path...]",
    looks: ["unf_turns", "unf_oops_plan"],
    prompt: (
      words,
    ) => `Take back what you did to the files, with the tools of the MCP server \`unf\`. Do nothing else; above all edit no file yourself.

Turns (words such as t-12) and paths, if I named any: ${words}

1. Call unf_oops_plan, with \`turns\` and \`paths\` as I named them. Without turns it means your last turn that wrote something. Where I want a part of a file, add \`list_hunks\`, then plan the hunks with that plan and their numbers.
2. ${twoSteps}

${without}unf oops, unf undo.
`,
  },
  {
    name: "recap",
    description: "What happened in this project lately, to resume from (unf)",
    hint: "[since, such as 2h]",
    looks: ["unf_recap", "unf_turns"],
    prompt: (
      words,
    ) => `Call unf_recap of the MCP server \`unf\`, and tell me in a few lines what happened in this project lately: who worked on what, which files changed, what was left open, and whether something was not recorded. Change nothing.

Since when, if I said so: ${words}

${without}unf recap.
`,
  },
  {
    name: "checkpoint",
    description: "Name the state of the files now, to return to (unf)",
    hint: "[name]",
    looks: ["unf_checkpoint"],
    prompt: (
      words,
    ) => `Call unf_checkpoint of the MCP server \`unf\` once, and tell me the name it has. Do nothing else.

The name, if I gave one, else a short one of your own for what we are about to do: ${words}

${without}unf checkpoint NAME.
`,
  },
];
