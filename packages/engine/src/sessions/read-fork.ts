import type { SessionReader } from "@unf/core/ports";
import { type AgentEvent, type Fork, findFork, type OtherSession } from "@unf/core/sessions";

/** Where the conversation of a session that starts comes from. `own`: its id, where it is known already. */
export function readFork(
  timeline: SessionReader,
  { agent, what }: AgentEvent,
  own: string | undefined,
): Fork {
  if (what.kind !== "session_start") return { parent: null };
  const { resumes, holds } = what;
  if (resumes === undefined && holds === undefined) return { parent: null };
  const told = resumes === undefined ? undefined : timeline.agentSession(agent, resumes)?.id;
  const before = own === undefined ? undefined : timeline.session(own)?.parent;
  const named = before ?? (told === own ? undefined : told);
  return findFork({ named, holds }, otherSessions(timeline, agent, { own, named }));
}

/** The newest sessions of an agent: one that was forked was left a while ago at most, and nothing else waits so long. */
const sessionsMax = 100;

/** A shorter id of a use of a tool is a count, and comes again in every session. */
const callCharsMin = 12;

function* otherSessions(
  timeline: SessionReader,
  agent: string,
  { own, named }: { readonly own: string | undefined; readonly named: string | undefined },
): Iterable<OtherSession> {
  const newest = timeline.sessions({ agent, limit: sessionsMax }).map(({ id }) => id);
  for (const id of new Set([...(named === undefined ? [] : [named]), ...newest]))
    if (id !== own) yield { id, turns: () => turnsByName(timeline, id) };
}

function turnsByName(timeline: SessionReader, session: string): ReadonlyMap<string, number> {
  const byName = new Map<string, number>();
  for (const { agentCall, turn } of timeline.toolCalls({ session }))
    if (agentCall !== null && agentCall.length >= callCharsMin && turn !== null)
      byName.set(agentCall, turn);
  for (const { id, promptId } of timeline.turns({ session, limit: Number.MAX_SAFE_INTEGER }))
    if (promptId !== undefined) byName.set(promptId, id);
  return byName;
}
