import type { TellingPorts } from "./ports.ts";
import { eventOf, type OwnSession, readCwd, shellUse } from "./session-events.ts";
import { agentOf, checkAgent, checkSession, nameSession } from "./session-name.ts";
import type { SessionIdAnswer } from "./shape.ts";

/** Begins a session by hand. `label`: what the work is called; the agent's name else. */
export async function startSession(
  ports: TellingPorts,
  order: { readonly agent: string | undefined; readonly label: string | undefined },
): Promise<SessionIdAnswer> {
  const agent = checkAgent(order.agent ?? byHand);
  const own = { agent, session: await nameSession(ports, agent), cwd: readCwd(ports) };
  const at = ports.now();
  await ports.tellAgentEvents([
    eventOf(own, at, { kind: "session_start" }),
    eventOf(own, at, { kind: "prompt", text: order.label ?? agent }),
    eventOf(own, at, { kind: "tool_start", use: useOf(own) }),
  ]);
  return sessionIdAnswer(own);
}

/** Ends the session that `startSession` began. Throws `usage` for what cannot be its name. */
export async function endSession(
  ports: TellingPorts,
  order: { readonly session: string; readonly agent: string | undefined },
): Promise<SessionIdAnswer> {
  const agent = checkAgent(order.agent ?? agentOf(order.session) ?? byHand);
  const own = { agent, session: checkSession(order.session), cwd: readCwd(ports) };
  const at = ports.now();
  await ports.tellAgentEvents([
    eventOf(own, at, { kind: "tool_end", use: useOf(own) }),
    eventOf(own, at, { kind: "stop" }),
    eventOf(own, at, { kind: "session_end" }),
  ]);
  return sessionIdAnswer(own);
}

/** The agent where none is named. */
const byHand = "script";

/** Open from start to end: whatever the script calls may write. */
function useOf({ session: call }: OwnSession) {
  return shellUse(call, "script", "");
}

function sessionIdAnswer({ agent, session }: OwnSession): SessionIdAnswer {
  return { session, agent };
}
