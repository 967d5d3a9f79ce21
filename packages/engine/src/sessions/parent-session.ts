import type { AgentEvent } from "@unf/core/sessions";
import { isSameProcess, type Known } from "./known-session.ts";

/**
 * The event as one of the session that sent the sub-agent: some agents (Copilot) give theirs a session
 * name of its own and do not say whose it is. It is the one that is open in the same process, if that
 * is one. `open`: the sessions that are; none of them has the event's own name.
 */
export function inParentSession(event: AgentEvent, open: readonly Known[]): AgentEvent {
  const { agent, subagent, pid, started: startTicks } = event;
  if (subagent === undefined || pid === undefined || startTicks === undefined) return event;
  const mark = { pid, startTicks };
  const found = open.filter(
    (one) => one.agent === agent && one.processes.some((process) => isSameProcess(process, mark)),
  );
  const [parent] = found;
  return parent === undefined || found.length > 1
    ? event
    : { ...event, session: parent.agentSession };
}
