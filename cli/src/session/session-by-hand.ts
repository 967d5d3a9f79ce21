import { escapeForDisplay } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { sessionFlags } from "./flags.ts";
import { readCwd } from "./read-cwd.ts";
import { eventOf, type OwnSession, shellUse } from "./session-events.ts";
import { agentOf, checkAgent, checkSession, nameSession } from "./session-name.ts";

type SessionCall = Call<typeof sessionFlags>;

/** Begins a session by hand, and answers with its id. */
export async function startSession(call: SessionCall): Promise<Answer> {
  const { world } = call;
  const agent = checkAgent(call.flags.agent ?? "script");
  const own = { agent, session: await nameSession(agent), cwd: readCwd(world) };
  const at = world.now();
  await world.tellAgentEvents([
    eventOf(own, at, { kind: "session_start" }),
    eventOf(own, at, { kind: "prompt", text: call.flags.label ?? agent }),
    eventOf(own, at, { kind: "tool_start", use: useOf(own) }),
  ]);
  return answer(own);
}

/** Ends the session that `startSession` began. */
export async function endSession(call: SessionCall, id: string): Promise<Answer> {
  const { world } = call;
  const agent = checkAgent(call.flags.agent ?? agentOf(id) ?? "script");
  const own = { agent, session: checkSession(id), cwd: readCwd(world) };
  const at = world.now();
  await world.tellAgentEvents([
    eventOf(own, at, { kind: "tool_end", use: useOf(own) }),
    eventOf(own, at, { kind: "stop" }),
    eventOf(own, at, { kind: "session_end" }),
  ]);
  return { ...answer(own), text: () => [] };
}

/** Open from start to end: whatever the script calls may write. */
function useOf({ session: call }: OwnSession) {
  return shellUse(call, "script", "");
}

function answer({ agent, session: id }: OwnSession) {
  return {
    kind: "document",
    schema: "unf.sessionid/1",
    document: () => ({ session: id, agent }),
    text: () => [escapeForDisplay(id)],
  } as const;
}
