import type { SessionReader, SessionWriter } from "@unf/core/ports";
import {
  type OpenSession,
  type Session,
  type Snapshot,
  stampOf,
  type ToolCall,
  type Turn,
} from "@unf/core/timeline";

// The part of the model timeline that is about agents.

const byStart = (a: Session, b: Session) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1);
const reaches = ({ endedAt }: Session | Turn, since: number | undefined) =>
  since === undefined || endedAt === null || endedAt >= since;

export function createModelSessions(
  rows: () => readonly Snapshot[],
): SessionReader & SessionWriter {
  const sessions = new Map<string, Session>();
  const turns: Turn[] = [];
  const calls: ToolCall[] = [];
  const oldestFirst = () => [...sessions.values()].sort(byStart);
  const newestFirst = () => oldestFirst().reverse();
  /** The newest row when it began. */
  const rowBefore = ({ id, startedAt }: Session): number => {
    const own = turns.filter(({ session }) => session === id).map(({ before }) => before);
    const first = rows().find(({ author }) => author.session === id);
    if (own.length > 0) return Math.min(...own);
    return first !== undefined
      ? first.id - 1
      : (rows().findLast((row) => stampOf(row) <= startedAt)?.id ?? 0);
  };
  const inOrder = () =>
    rows().some(({ skewMs }) => skewMs !== undefined)
      ? newestFirst().sort((a, b) => rowBefore(b) - rowBefore(a))
      : newestFirst();
  const openOf = (session: Session): OpenSession => ({
    session,
    turn: turns.findLast((turn) => turn.session === session.id),
    toolCalls: callsWhere((call) => call.session === session.id && call.endedAt === null),
  });
  const callsWhere = (isWanted: (call: ToolCall) => boolean) =>
    calls.filter(isWanted).sort((a, b) => a.startedAt - b.startedAt);
  return {
    sessions: ({ agent, since, before, limit }) => {
      const all = inOrder();
      const at = before === undefined ? -1 : all.findIndex(({ id }) => id === before);
      return (before !== undefined && at < 0 ? [] : all.slice(at + 1))
        .filter((session) => agent === undefined || session.agent === agent)
        .filter((session) => reaches(session, since))
        .slice(0, limit);
    },
    session: (id) => {
      const alike = [...sessions.values()].filter((session) => session.id.startsWith(id));
      if (alike.length > 0) return sessions.get(id) ?? (alike.length === 1 ? alike[0] : undefined);
      return newestFirst().find((session) => session.agentSession === id);
    },
    agentSession: (agent, own) =>
      newestFirst().find((session) => session.agent === agent && session.agentSession === own),
    turns: ({ session, agent, since, before, limit }) =>
      turns
        .filter((turn) => session === undefined || turn.session === session)
        .filter((turn) => agent === undefined || sessions.get(turn.session)?.agent === agent)
        .filter((turn) => reaches(turn, since) && (before === undefined || turn.id < before))
        .reverse()
        .slice(0, limit),
    turn: (id) => turns[id - 1],
    turnOfPrompt: (session, promptId) =>
      turns.find((turn) => turn.session === session && turn.promptId === promptId),
    toolCalls: (of) =>
      callsWhere((call) => ("session" in of ? call.session === of.session : call.turn === of.turn)),
    toolCall: (id) => calls[id - 1],
    openSessions: () =>
      oldestFirst()
        .filter(({ endedAt }) => endedAt === null)
        .map(openOf),
    openSession: (session) => {
      sessions.set(session.id, { ...session, endedAt: null, endedBy: null });
    },
    endSession: (id, { at, by }) => {
      const session = sessions.get(id);
      if (session === undefined || session.endedAt !== null) return;
      sessions.set(id, { ...session, endedAt: at, endedBy: by });
    },
    setFork: (id, { parent, sharedTurn }) => {
      const session = sessions.get(id);
      if (session === undefined) return;
      const isKnown = session.parent !== null && session.parent !== parent;
      if (isKnown || session.sharedTurn !== undefined) return;
      const shared = sharedTurn === undefined ? {} : { sharedTurn };
      sessions.set(id, { ...session, parent, ...shared });
    },
    reopenSession: (id, at) => {
      const session = sessions.get(id);
      if (session === undefined || session.endedAt === null || session.endedBy === null) return;
      const pause = { from: session.endedAt, to: at, by: session.endedBy };
      const pauses = [...(session.pauses ?? []), pause];
      sessions.set(id, { ...session, endedAt: null, endedBy: null, pauses });
    },
    openTurn: (turn) => {
      const known = turns.find(
        (one) =>
          one.promptId !== undefined &&
          one.promptId === turn.promptId &&
          one.session === turn.session,
      );
      if (known !== undefined) return known.id;
      const session = sessions.get(turn.session);
      if (session?.label === null) sessions.set(session.id, { ...session, label: turn.label });
      const id = turns.length + 1;
      turns.push({ ...turn, id, endedAt: null, endedBy: null, after: null });
      return id;
    },
    nameTurn: (id, promptId) => {
      const turn = turns[id - 1];
      const isTaken = turns.some((o) => o.session === turn?.session && o.promptId === promptId);
      if (turn === undefined || turn.promptId !== undefined || isTaken) return;
      turns[id - 1] = { ...turn, promptId };
    },
    endTurn: (id, { at, by, after }) => {
      const turn = turns[id - 1];
      if (turn === undefined || turn.endedAt !== null) return;
      turns[id - 1] = { ...turn, endedAt: at, endedBy: by, after };
    },
    openToolCall: (call) => {
      const id = calls.length + 1;
      calls.push({ ...call, id });
      return id;
    },
    endToolCall: (id, { at, reach }) => {
      const call = calls[id - 1];
      if (call === undefined || call.endedAt !== null) return;
      calls[id - 1] = { ...call, endedAt: at, reach: reach ?? call.reach };
    },
  };
}
