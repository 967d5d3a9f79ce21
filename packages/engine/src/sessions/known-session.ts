import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ProcessMark } from "@unf/core/ports";
import {
  type AgentEvent,
  followClock,
  type SessionAct,
  type SessionState,
} from "@unf/core/sessions";
import type { Attribution } from "../attribution/attribution.ts";
import type { ToolCalls } from "../attribution/tool-calls.ts";
import type { SessionParts } from "./session-acts.ts";

/** One session and what the timeline calls its parts. */
export interface Known extends SessionParts {
  state: SessionState;
  readonly agentSession: string;
  /** Processes whose descendants do its work, the newest first. */
  processes: readonly ProcessMark[];
  /** The one that called its hooks more than once: the agent, and no launcher of a single hook. */
  agentProcess: ProcessMark | undefined;
  /** Acts that are not in the timeline yet, in order. */
  readonly owed: SessionAct[];
  /** The first of them has failed before. */
  isOwing: boolean;
}

export function newKnown(state: SessionState, agent: string, agentSession: string): Known {
  const nothing = { turn: null, calls: new Map(), processes: [], agentProcess: undefined };
  return { ...nothing, id: state.id, state, agent, agentSession, owed: [], isOwing: false };
}

/** Moves notes of before the clock was set back to `now`: they would outlast what happens now. */
export function followClocks(
  sessions: Iterable<Known>,
  others: readonly (ToolCalls | Attribution)[],
  now: WallMs,
): void {
  for (const known of sessions) known.state = followClock(known.state, now);
  for (const other of others) other.followClock(now);
}

/**
 * Takes note of the process that called a hook. One that goes on after its end may do so in another: the
 * one before may have a session of its own by now.
 */
export function noteProcess(
  known: Known,
  { pid, started: startTicks }: AgentEvent,
  acts: readonly SessionAct[],
): void {
  if (acts.some(({ kind }) => kind === "reopen_session")) {
    known.processes = [];
    known.agentProcess = undefined;
  }
  if (pid === undefined || startTicks === undefined) return;
  const mark = { pid, startTicks };
  const isKnown = known.processes.some((one) => isSameProcess(one, mark));
  if (isKnown) known.agentProcess = mark;
  else known.processes = [mark, ...known.processes].slice(0, limits.sessions.processesMax);
}

export function isSameProcess(a: ProcessMark, b: ProcessMark): boolean {
  return a.pid === b.pid && a.startTicks === b.startTicks;
}

/** The key that tells sessions apart. */
export function keyOf(agent: string, session: string): string {
  return JSON.stringify([agent, session]);
}
