import { baseName, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { AgentAct } from "@unf/core/sessions";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { Ending } from "../frame/world/started-child.ts";
import { readCwd } from "../session/read-cwd.ts";
import { eventOf, type OwnSession, shellUse } from "../session/session-events.ts";
import { checkAgent, checkSession, nameSession } from "../session/session-name.ts";

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
    "Runs a command and notes that what it writes is this agent's work: for agents that have no hooks, and for scripts. Streams, signals and exit code are the command's own, and nothing else is printed.",
    "The command finds UNF_SESSION and UNF_AGENT in its environment. It runs all the same where nothing is recorded.",
  ],
  flags,
  examples: [
    { line: "unf exec --agent aider -- aider src/cart.ts", does: "a session of aider" },
    {
      line: 'unf exec --agent codemod --label "rename foo" -- ./mod.sh',
      does: "a turn with a label",
    },
  ],
  exits: { 126: "the command cannot be run", 127: "there is no such command" },
  args: { min: 1, max: Number.MAX_SAFE_INTEGER },
  run: runExec,
});

async function runExec(call: Call<typeof flags>): Promise<Answer> {
  const { world, args } = call;
  if (call.globals.json || call.globals.jsonl) {
    throw new UnfError("usage", "exec prints nothing of its own, so it has no JSON");
  }
  const own = await readSession(call);
  const isNew = call.flags.session === undefined;
  const program = baseName(args[0] ?? "");
  const event = (what: AgentAct, process?: Parameters<typeof eventOf>[3]) =>
    eventOf(own, world.now(), what, process);
  const prompt = { kind: "prompt", text: call.flags.label ?? program } as const;
  // Nothing else works in a session of its own: so it is known at once what works below this process.
  const self = isNew ? await world.ownProcess() : {};
  const begins = isNew ? [{ kind: "session_start" } as const, prompt] : [prompt];
  await world.tellAgentEvents(begins.map((what) => event(what, self)));
  const beganAt = world.now();
  const { session: UNF_SESSION, agent: UNF_AGENT } = own;
  const child = await world.startChild(args, { UNF_SESSION, UNF_AGENT });
  const ends = [{ kind: "stop" } as const, ...(isNew ? [{ kind: "session_end" } as const] : [])];
  if (child.pid === undefined) {
    await world.tellAgentEvents(ends.map((what) => event(what)));
    world.stderr.write(`unf: ${escapeForDisplay(child.why)}\n`);
    return nothing(child.exit);
  }
  const { pid, worker: process } = child;
  const use = shellUse(`exec-${pid}`, program, args.join(" "));
  // It began to write before its process was known here.
  await world.tellAgentEvents([eventOf(own, beganAt, { kind: "tool_start", use }, process)]);
  const ending = await child.ended;
  const last = [{ kind: "tool_end", use } as const, ...ends];
  await world.tellAgentEvents(last.map((what) => event(what, process)));
  return nothing(exitOf(ending, world.endBy));
}

async function readSession(call: Call<typeof flags>): Promise<OwnSession> {
  const { agent, session } = call.flags;
  if (agent === undefined) {
    throw new UnfError("usage", "exec needs --agent", {
      hint: "unf exec --agent <name> -- <command>",
    });
  }
  return {
    agent: checkAgent(agent),
    session: session === undefined ? await nameSession(agent) : checkSession(session),
    cwd: readCwd(call.world),
  };
}

/** A command that a signal ended ends this process by the same one. */
function exitOf(ending: Ending, endBy: (signal: NodeJS.Signals) => number): number {
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
