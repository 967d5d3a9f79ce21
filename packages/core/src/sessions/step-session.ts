import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { SessionEnd, TurnEnd } from "../timeline/session.ts";
import type { AgentEvent, ToolUse } from "./agent-event.ts";
import type { Fork } from "./find-fork.ts";
import { promptLabel } from "./prompt-label.ts";
import { isDuplicate, noteRecent } from "./recent-events.ts";
import {
  openState,
  type SessionAct,
  type SessionState,
  type SessionStep,
  type StepContext,
  type TurnState,
} from "./session-state.ts";
import { extendReach, isSameUse } from "./tool-use.ts";

/**
 * Decides what an agent's event means for its session. Events may come late, twice, out of order,
 * and without their start or end: what an earlier event has said already changes nothing. A session
 * that is not known opens with the first event that tells of work, and one that has ended is open
 * again when work goes on after its end: the agent's own name of it says which session it is.
 */
export function stepSession(
  state: SessionState | undefined,
  event: AgentEvent,
  context: StepContext,
): SessionStep {
  if (state !== undefined) {
    if (state.endedAt === null) {
      if (isDuplicate(state.recent, event)) return { state, acts: [] };
      return stepOpen(state, [], event, context);
    }
    if (!goesOn(state.endedAt, event)) return { state, acts: [] };
    const reopen: SessionAct = { kind: "reopen_session", at: event.at };
    return stepOpen({ ...state, endedAt: null }, [reopen], event, context);
  }
  if (!opensSession(event)) return { state, acts: [] };
  const { agent, session: agentSession, cwd, at } = event;
  const { freshId: id } = context;
  const open: SessionAct = {
    kind: "open_session",
    session: {
      ...{ id, agent, agentSession, cwd, label: null },
      ...forkOf(context),
      startedAt: at,
    },
  };
  return stepOpen(openState(id, at), [open], event, context);
}

/** Ends a session of which nothing was heard since `idleMs`, as of its last event. */
export function expireSession(
  state: SessionState,
  now: WallMs,
  idleMs: number = limits.sessions.idleMs,
): SessionStep {
  if (state.endedAt !== null || now - state.lastAt < idleMs) return { state, acts: [] };
  return endSession(state, [], state.lastAt, "timeout");
}

/** Ends a session whose agent's process is gone: what is open of it ended at that time at the latest. */
export function closeSession(state: SessionState, at: WallMs): SessionStep {
  return state.endedAt === null ? endSession(state, [], at, "session_end") : { state, acts: [] };
}

function forkOf({ parent, sharedTurn }: StepContext): Fork {
  return sharedTurn === undefined ? { parent } : { parent, sharedTurn };
}

/** True for an event that tells of work after the end, and not merely of an end that is known. */
function goesOn(endedAt: WallMs, event: AgentEvent): boolean {
  return event.at > endedAt && opensSession(event) && event.what.kind !== "tool_end";
}

function opensSession({ what }: AgentEvent): boolean {
  return what.kind !== "session_end" && what.kind !== "stop";
}

function stepOpen(
  before: SessionState,
  known: readonly SessionAct[],
  event: AgentEvent,
  context: StepContext,
): SessionStep {
  const { at, what, subagent } = event;
  const recent = noteRecent(before.recent, event);
  const { turn, acts } = nameTurn(before.turn, known, event);
  const state = { ...before, turn, lastAt: later(before.lastAt, at), recent };
  switch (what.kind) {
    case "tool_start": {
      const begun = beginUnprompted(state, acts, event, context);
      return startCall(begun.state, begun.acts, what.use, at);
    }
    case "tool_end":
      return endCall(state, acts, what.use, { at, previous: before.lastAt });
    case "session_start": {
      const { parent, ...shared } = forkOf(context);
      if (parent === null || acts.some(({ kind }) => kind === "open_session"))
        return { state, acts };
      return { state, acts: [...acts, { kind: "set_fork", parent, ...shared }] };
    }
    default:
      break;
  }
  // Work that a sub-agent begins and ends is within the turn of the agent that started it.
  if (subagent !== undefined) return { state, acts };
  const isNamed = event.prompt !== undefined && turn?.prompt !== undefined;
  const isOfTurn = isNamed && event.prompt === turn.prompt;
  switch (what.kind) {
    case "prompt":
      // Typed while the agent works: it is heard within the turn that is open.
      if (isOfTurn && turn.isOpen) return { state, acts };
      return openTurn(state, acts, { at, text: what.text, prompt: event.prompt }, context);
    case "stop":
      // Late, of a turn before.
      if (isNamed && !isOfTurn) return { state, acts };
      return endTurn(state, acts, at, "stop");
    case "session_end":
      return endSession(state, acts, at, "session_end");
  }
}

/** `droid exec` tells of no prompt: its work between two ends is a turn all the same. */
function beginUnprompted(
  state: SessionState,
  acts: readonly SessionAct[],
  { agent, at, prompt }: AgentEvent,
  context: StepContext,
): { readonly state: SessionState; readonly acts: readonly SessionAct[] } {
  if (agent !== "droid" || state.turn?.isOpen === true) return { state, acts };
  const begun = openTurn(state, acts, { at, text: "", prompt }, context);
  return { state: begun.state ?? state, acts: begun.acts };
}

interface Prompt {
  readonly at: WallMs;
  readonly text: string;
  /** The agent's own id of it. */
  readonly prompt: string | undefined;
}

/** An open turn whose name was not told, or is not known any more, is that of what belongs to it now. */
function nameTurn(
  turn: TurnState | null,
  acts: readonly SessionAct[],
  { prompt, what, at }: AgentEvent,
): { readonly turn: TurnState | null; readonly acts: readonly SessionAct[] } {
  const isAbout = what.kind === "tool_start" && turn?.isOpen === true && at > turn.startedAt;
  if (!isAbout || prompt === undefined || turn.prompt !== undefined) return { turn, acts };
  const name: SessionAct = { kind: "name_turn", promptId: prompt };
  return { turn: { ...turn, prompt }, acts: [...acts, name] };
}

/** One that is not later than the newest turn came twice, or so late that its turn is over. */
function openTurn(
  state: SessionState,
  acts: readonly SessionAct[],
  { at, text, prompt: named }: Prompt,
  { storePrompts }: StepContext,
): SessionStep {
  if (state.turn !== null && at <= state.turn.startedAt) return { state, acts };
  const ended = endTurn(state, acts, at, "next_prompt");
  const prompt = storePrompts ? text.toWellFormed() : null;
  return {
    state: {
      ...ended.state,
      turn: { startedAt: at, isOpen: true, ...(named === undefined ? {} : { prompt: named }) },
    },
    acts: [
      ...ended.acts,
      {
        ...{ kind: "open_turn", at, label: promptLabel(text), prompt },
        ...(named === undefined ? {} : { promptId: named }),
      },
    ],
  };
}

/** Ends what is open of the turn, and the calls begun by then: their own end was not heard of. */
function endTurn(
  state: SessionState,
  acts: readonly SessionAct[],
  at: WallMs,
  by: TurnEnd,
): { readonly state: SessionState; readonly acts: readonly SessionAct[] } {
  const { turn } = state;
  // Of the turn before, whose end is known by the prompt that followed it.
  if (turn !== null && at < turn.startedAt) return { state, acts };
  const over = state.calls.filter(({ startedAt }) => startedAt <= at);
  const ends = over.map(({ key }): SessionAct => ({ kind: "end_call", key, at, isCut: true }));
  const end: readonly SessionAct[] = turn?.isOpen === true ? [{ kind: "end_turn", at, by }] : [];
  return {
    state: {
      ...state,
      turn: turn === null ? null : { ...turn, isOpen: false },
      calls: state.calls.filter((call) => !over.includes(call)),
      done: over.reduce((all, { use }) => noteDone(all, use), state.done),
      cut: over.reduce((all, { use }) => noteDone(all, use), state.cut),
    },
    acts: [...acts, ...ends, ...end],
  };
}

function endSession(
  state: SessionState,
  acts: readonly SessionAct[],
  at: WallMs,
  by: SessionEnd,
): SessionStep {
  // Nothing ends before what was heard of it.
  const end = later(at, state.lastAt);
  const ended = endTurn(state, acts, end, by);
  return {
    state: { ...ended.state, endedAt: end },
    acts: [...ended.acts, { kind: "end_session", at: end, by }],
  };
}

function startCall(
  state: SessionState,
  acts: readonly SessionAct[],
  use: ToolUse,
  at: WallMs,
): SessionStep {
  const isKnown =
    use.call !== null &&
    (state.done.includes(use.call) || state.calls.some((open) => open.use.call === use.call));
  if (isKnown) return { state, acts };
  const key = state.nextKey;
  return {
    state: { ...state, calls: [...state.calls, { key, use, startedAt: at }], nextKey: key + 1 },
    acts: [...acts, { kind: "open_call", key, use, at, endedAt: null }],
  };
}

function endCall(
  state: SessionState,
  acts: readonly SessionAct[],
  use: ToolUse,
  { at, previous }: { readonly at: WallMs; readonly previous: WallMs },
): SessionStep {
  if (use.call !== null && state.done.includes(use.call)) {
    if (use.failed === true || !state.cut.includes(use.call)) return { state, acts };
    const cut = state.cut.filter((call) => call !== use.call);
    return { state: { ...state, cut }, acts: [...acts, { kind: "late_end", call: use.call, at }] };
  }
  const done = noteDone(state.done, use);
  const open = state.calls.find((call) => isSameUse(call.use, use));
  if (open === undefined) {
    // Files it named it wrote since the event before. A command could have written anything then:
    // that would be a guess.
    const since = use.reach.kind === "paths" ? Math.min(previous, at) : at;
    const key = state.nextKey;
    return {
      state: { ...state, done, nextKey: key + 1 },
      acts: [...acts, { kind: "open_call", key, use, at: since as WallMs, endedAt: at }],
    };
  }
  const isCut = use.failed === true;
  const end = { kind: "end_call", key: open.key, at: later(open.startedAt, at), isCut } as const;
  const reach = extendReach(open.use.reach, use.reach);
  return {
    state: { ...state, done, calls: state.calls.filter((call) => call !== open) },
    acts: [...acts, reach === undefined ? end : { ...end, reach }],
  };
}

function noteDone(done: readonly string[], { call }: ToolUse): readonly string[] {
  return call === null ? done : [call, ...done].slice(0, limits.sessions.doneCallsMax);
}

function later(a: WallMs, b: WallMs): WallMs {
  return a > b ? a : b;
}
