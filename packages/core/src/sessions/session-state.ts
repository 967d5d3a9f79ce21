import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { Reach } from "../timeline/reach.ts";
import type { NewSession, OpenSession, SessionEnd, Turn, TurnEnd } from "../timeline/session.ts";
import type { ToolUse } from "./agent-event.ts";
import type { RecentEvent } from "./recent-events.ts";

/** A tool call that has begun. `key` stands for it until the timeline has given it an id. */
export interface OpenCall {
  readonly key: number;
  readonly use: ToolUse;
  readonly startedAt: WallMs;
}

export interface TurnState {
  readonly startedAt: WallMs;
  readonly isOpen: boolean;
  /** The agent's own id of its prompt, once it was told. */
  readonly prompt?: string;
}

/** Memory of one session of an agent, by which its next event is understood. */
export interface SessionState {
  /** Id in the timeline. */
  readonly id: string;
  /** When the newest of its events happened. */
  readonly lastAt: WallMs;
  readonly endedAt: WallMs | null;
  /** The newest turn; `null` before the first prompt. */
  readonly turn: TurnState | null;
  readonly calls: readonly OpenCall[];
  /** The agent's ids of the tool calls that ended last, the newest first. */
  readonly done: readonly string[];
  /** Those of them that were over without their own end, with their turn. */
  readonly cut: readonly string[];
  /** Events told lately, the newest first. */
  readonly recent: readonly RecentEvent[];
  readonly nextKey: number;
}

/**
 * An act at the timeline that an event calls for. Acts come in the order in which they are to be
 * done.
 */
export type SessionAct =
  | { readonly kind: "open_session"; readonly session: NewSession }
  | { readonly kind: "end_session"; readonly at: WallMs; readonly by: SessionEnd }
  /** Work goes on in one that had ended. */
  | { readonly kind: "reopen_session"; readonly at: WallMs }
  | {
      readonly kind: "open_turn";
      readonly at: WallMs;
      readonly label: string;
      readonly prompt: string | null;
      /** The agent's own id of it. */
      readonly promptId?: string;
    }
  /** It is known by now where its conversation comes from, or how far both are one. */
  | { readonly kind: "set_fork"; readonly parent: string; readonly sharedTurn?: number }
  /** The agent's name of the newest turn's prompt: it was not told before. */
  | { readonly kind: "name_turn"; readonly promptId: string }
  /** The turn that is open. */
  | { readonly kind: "end_turn"; readonly at: WallMs; readonly by: TurnEnd }
  /** Belongs to the newest turn, also when that has ended. `endedAt`: only its end was heard of. */
  | {
      readonly kind: "open_call";
      readonly key: number;
      readonly use: ToolUse;
      readonly at: WallMs;
      readonly endedAt: WallMs | null;
    }
  /** `reach`: what it wrote, where its end tells more than its start. `isCut`: as in `AgentCall`. */
  | {
      readonly kind: "end_call";
      readonly key: number;
      readonly at: WallMs;
      readonly isCut: boolean;
      readonly reach?: Reach;
    }
  /** The own end of a call, by the agent's id of it, which was over already: with its turn, as a rule. */
  | { readonly kind: "late_end"; readonly call: string; readonly at: WallMs };

export interface SessionStep {
  /** `undefined` while there is no session. */
  readonly state: SessionState | undefined;
  readonly acts: readonly SessionAct[];
}

/** Facts that a step needs. */
export interface StepContext {
  /** Id of the session that is opened, if one is: `chooseSessionId`. */
  readonly freshId: string;
  /** The session that a new one goes on with, where the event names one that is known. */
  readonly parent: string | null;
  /** The last turn that both hold: as of a session. */
  readonly sharedTurn?: number;
  readonly storePrompts: boolean;
}

/**
 * Restores an earlier recorder's memory of a session from what the timeline holds of it; the keys
 * of its calls are their ids there. `toolCalls`: those that are open, and those that ended lately,
 * in their order.
 */
export function restoreSession({ session, turn, toolCalls }: OpenSession): SessionState {
  const instants = [session, ...(turn === undefined ? [] : [turn]), ...toolCalls].map(
    ({ startedAt, endedAt }) => endedAt ?? startedAt,
  );
  const done = toolCalls
    .flatMap(({ agentCall, endedAt }) => (endedAt === null ? [] : (agentCall ?? [])))
    .reverse();
  return {
    id: session.id,
    lastAt: Math.max(...instants) as WallMs,
    endedAt: session.endedAt,
    turn: turn === undefined ? null : restoreTurn(turn),
    calls: toolCalls
      .filter(({ endedAt }) => endedAt === null)
      .map(({ id, agentCall: call, tool, reach, startedAt }) => ({
        key: id,
        use: { call, tool, reach },
        startedAt,
      })),
    done: done.slice(0, limits.sessions.doneCallsMax),
    cut: [],
    recent: [],
    nextKey: Math.max(0, ...toolCalls.map(({ id }) => id)) + 1,
  };
}

function restoreTurn({ startedAt, endedAt, promptId }: Turn): TurnState {
  const turn = { startedAt, isOpen: endedAt === null };
  return promptId === undefined ? turn : { ...turn, prompt: promptId };
}

/** A session that begins now. */
export function openState(id: string, at: WallMs): SessionState {
  return {
    id,
    lastAt: at,
    endedAt: null,
    turn: null,
    calls: [],
    done: [],
    cut: [],
    recent: [],
    nextKey: 1,
  };
}
