import { type ChildEnding, execAsAgent } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { telling } from "../frame/world/telling.ts";

const flags = {
  agent: { kind: "text", value: "<name>", help: "Whose work it is: aider, my-script (required)" },
  session: { kind: "text", value: "<id>", help: "A session that goes on; without it, a new one" },
  label: {
    kind: "text",
    value: "<text>",
    help: "What the turn is called; the program's name else",
  },
} as const satisfies FlagTable;

export const exec = defineCommand({
  usage: ["exec --agent <name> [--session <id>] [--label <text>] -- <command> [args…]"],
  about: [
    "Runs a command and notes that whatever it and the programs that it starts write is the work of an agent, so that unf turns lists it, unf log names it, and unf oops takes it back. It is for agents that do not tell by themselves what they do (unf hook status), and for scripts that change many files.",
    "Its input, output, signals and exit code are the command's own, and nothing else is printed. It runs all the same where nothing is recorded.",
    "One run is one turn of a session. --session goes on with one that was begun before, by unf session start or by another run, whose id the command finds in UNF_SESSION; UNF_AGENT has the name.",
  ],
  flags,
  examples: [
    { line: "unf exec --agent aider -- aider src/cart.ts", does: "what aider writes is aider's" },
    {
      line: 'unf exec --agent codemod --label "rename foo" -- ./mod.sh',
      does: "the same of a script, under a name; unf oops takes it back",
    },
  ],
  exits: {
    0: "the command's own, as any other code",
    1: "the command's own",
    2: "wrong usage of exec, or the command's own",
    126: "the command cannot be run",
    127: "there is no such command",
  },
  args: { min: 1, max: Number.MAX_SAFE_INTEGER },
  wait: null,
  run: runExec,
});

async function runExec(call: Call<typeof flags>): Promise<Answer> {
  const { world, args } = call;
  if (call.globals.json || call.globals.jsonl) {
    throw new UnfError("usage", "exec prints nothing of its own, so it has no JSON");
  }
  const { agent, session, label } = call.flags;
  if (agent === undefined) {
    throw new UnfError("usage", "exec needs --agent", {
      hint: "unf exec --agent <name> -- <command>",
    });
  }
  const ending = await execAsAgent(telling(world), { argv: args, agent, session, label });
  if (!("why" in ending)) return nothing(exitOf(ending, world.endBy));
  world.stderr.write(`unf: ${escapeForDisplay(ending.why)}\n`);
  return nothing(ending.exit);
}

/** A command that a signal ended ends this process by the same one. */
function exitOf(
  ending: ChildEnding<NodeJS.Signals>,
  endBy: (signal: NodeJS.Signals) => number,
): number {
  return "code" in ending ? ending.code : endBy(ending.signal);
}

function nothing(exit: number): Answer {
  return {
    kind: "document",
    schema: "unf.exec/1",
    document: () => ({}),
    text: () => [],
    exit,
  };
}
