import { baseName } from "@unf/core/base";
import type { AgentAct } from "@unf/core/sessions";
import type { ChildEnding, NotStarted, ProgramPorts, TellingPorts, ToldProcess } from "./ports.ts";
import { eventOf, readCwd, shellUse } from "./session-events.ts";
import { checkAgent, checkSession, nameSession } from "./session-name.ts";

/** A command that is an agent's work. */
export interface ExecOrder {
  readonly argv: readonly string[];
  readonly agent: string;
  /** A session that goes on; without it a new one, which ends with the command. */
  readonly session: string | undefined;
  /** The turn's name; the program's name else. */
  readonly label: string | undefined;
}

/** Runs a command, and tells that what it writes is the agent's work. Throws `usage`. */
export async function execAsAgent<S extends string>(
  ports: TellingPorts & ProgramPorts<S>,
  { argv, ...order }: ExecOrder,
): Promise<ChildEnding<S> | NotStarted> {
  const agent = checkAgent(order.agent);
  const isNew = order.session === undefined;
  const session =
    order.session === undefined ? await nameSession(ports, agent) : checkSession(order.session);
  const own = { agent, session, cwd: readCwd(ports) };
  const program = baseName(argv[0] ?? "");
  const event = (what: AgentAct, process?: ToldProcess) => eventOf(own, ports.now(), what, process);
  const prompt = { kind: "prompt", text: order.label ?? program } as const;
  // Nothing else works in a session of its own: so it is known at once what works below this process.
  const self = isNew ? await ports.ownProcess() : {};
  const begins = isNew ? [{ kind: "session_start" } as const, prompt] : [prompt];
  await ports.tellAgentEvents(begins.map((what) => event(what, self)));
  const beganAt = ports.now();
  const child = await ports.startChild(argv, { UNF_SESSION: session, UNF_AGENT: agent });
  const ends = [{ kind: "stop" } as const, ...(isNew ? [{ kind: "session_end" } as const] : [])];
  if (child.pid === undefined) {
    await ports.tellAgentEvents(ends.map((what) => event(what)));
    return child;
  }
  const { pid, worker: process } = child;
  const use = shellUse(`exec-${pid}`, program, argv.join(" "));
  // It began to write before its process was known here.
  await ports.tellAgentEvents([eventOf(own, beganAt, { kind: "tool_start", use }, process)]);
  const ending = await child.ended;
  const last = [{ kind: "tool_end", use } as const, ...ends];
  await ports.tellAgentEvents(last.map((what) => event(what, process)));
  return ending;
}
