import type { SessionReader, SnapshotReader } from "@unf/core/ports";
import type { Candidate, Session, ToolCall, Turn } from "@unf/core/timeline";

/** Agents' work in a fake timeline; all ascending by when it began. */
export interface FakeSessions {
  readonly sessions?: readonly Session[];
  readonly turns?: readonly Turn[];
  readonly toolCalls?: readonly ToolCall[];
  /** By the row. */
  readonly candidates?: Readonly<Record<number, readonly Candidate[]>>;
}

/** The obvious way. */
export function fakeSessions({
  sessions = [],
  turns = [],
  toolCalls = [],
  candidates = {},
}: FakeSessions): SessionReader & Pick<SnapshotReader, "candidates"> {
  const reaches = ({ endedAt }: Session | Turn, since: number | undefined) =>
    since === undefined || endedAt === null || endedAt >= since;
  const indexOf = (id: string | undefined) =>
    id === undefined ? sessions.length : sessions.findIndex((session) => session.id === id);
  return {
    sessions: ({ agent, since, before, limit }) =>
      sessions
        .slice(0, Math.max(0, indexOf(before)))
        .filter((session) => agent === undefined || session.agent === agent)
        .filter((session) => reaches(session, since))
        .toReversed()
        .slice(0, limit),
    session: (id) => {
      const alike = sessions.filter((session) => session.id.startsWith(id));
      if (alike.length === 0) return sessions.findLast((session) => session.agentSession === id);
      return alike.find((session) => session.id === id) ?? (alike[1] ? undefined : alike[0]);
    },
    agentSession: (agent, own) =>
      sessions.findLast((session) => session.agent === agent && session.agentSession === own),
    turns: ({ session, agent, since, before, limit }) =>
      turns
        .filter((turn) => session === undefined || turn.session === session)
        .filter((turn) => agent === undefined || sessions[indexOf(turn.session)]?.agent === agent)
        .filter((turn) => reaches(turn, since) && (before === undefined || turn.id < before))
        .toReversed()
        .slice(0, limit),
    turn: (id) => turns.find((turn) => turn.id === id),
    turnOfPrompt: (session, promptId) =>
      turns.find((turn) => turn.session === session && turn.promptId === promptId),
    toolCalls: (of) =>
      toolCalls.filter((call) =>
        "session" in of ? call.session === of.session : call.turn === of.turn,
      ),
    toolCall: (id) => toolCalls.find((call) => call.id === id),
    openSessions: () => [],
    candidates: (snapshot) => [...(candidates[snapshot] ?? [])],
  };
}
