import {
  type AbsPath,
  type AgentCall,
  type AgentEvent,
  type Clock,
  chooseSessionId,
  type Digest,
  encodeUtf8,
  expireSession,
  type FileSystem,
  invariant,
  type Log,
  limits,
  type Reach,
  relativeTo,
  restoreSession,
  type SessionAct,
  type SessionState,
  type SnapshotId,
  stepSession,
  type Timeline,
} from "@unf/core";
import { Attribution } from "../attribution/attribution.ts";
import { ToolCalls } from "../attribution/tool-calls.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import type { Committer } from "../capture/committer.ts";
import { WorkQueue } from "../project/work-queue.ts";

export interface SessionsPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly timeline: Timeline;
  readonly digest: Digest;
  readonly committer: Committer;
  readonly loop: () => Pick<CaptureLoop, "look" | "touchedPaths">;
  /** Records everything on disk; gives the newest row then. */
  readonly flush: () => Promise<SnapshotId | null>;
  readonly storePrompts: boolean;
  readonly onFailure: (thrown: unknown) => void;
}

/** One session and what the timeline calls its parts. */
interface Known {
  state: SessionState;
  readonly agent: string;
  turn: number | null;
  /** Ids of the open tool calls, by the key that the state gave them. */
  readonly calls: Map<number, number>;
}

/**
 * The sessions of agents in one project: hears of their events in order, keeps them in the timeline,
 * and tells attribution of tool calls as they begin and end. A prompt and the end of a turn record
 * everything on disk first, so that the turn's first and last states are exact.
 */
export class Sessions {
  readonly attribution: Attribution;
  readonly #ports: SessionsPorts;
  readonly #calls = new ToolCalls();
  readonly #known = new Map<string, Known>();
  readonly #queue: WorkQueue;

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
    this.#queue = new WorkQueue((thrown) => ports.onFailure(thrown));
    this.attribution = new Attribution({
      ...ports,
      calls: this.#calls,
      isWatchful: () => this.#isWatchful(),
      amend: (row, attributed) => ports.committer.recorder.attribute(row, attributed),
    });
  }

  /** True while a session is open, or one has been within the time in which hooks may come late. */
  #isWatchful(): boolean {
    const since = this.#ports.clock.wall() - limits.sessions.lateHookMs;
    for (const { state } of this.#known.values())
      if (state.endedAt === null || state.endedAt >= since) return true;
    return false;
  }

  /** Goes on with what was open when the recorder before this one ended. */
  restore(): void {
    for (const open of this.#ports.timeline.openSessions()) {
      const { agent, agentSession } = open.session;
      const calls = new Map(open.toolCalls.map(({ id }) => [id, id]));
      const state = restoreSession(open);
      this.#known.set(keyOf(agent, agentSession), {
        state,
        agent,
        turn: open.turn?.id ?? null,
        calls,
      });
      for (const call of open.toolCalls) this.#calls.began({ ...call, agent });
    }
  }

  /** Resolves once the event is in the timeline. What fails of it is heard by `onFailure`. */
  hear(event: AgentEvent): Promise<void> {
    return this.#queue.run(() => this.#take(event)).catch((thrown) => this.#noteLoss(thrown));
  }

  /** Called about once a second: ends sessions that were left without a word. */
  tick(): Promise<void> {
    this.attribution.forget();
    const now = this.#ports.clock.wall();
    const idle = [...this.#known].filter(
      ([, { state }]) => state.endedAt === null && now - state.lastAt >= limits.sessions.idleMs,
    );
    if (idle.length === 0) return Promise.resolve();
    return this.#queue
      .run(async () => {
        for (const [key, known] of idle) {
          const { state, acts } = expireSession(known.state, now);
          if (state === undefined) continue;
          known.state = state;
          for (const act of acts) await this.#perform(known, act);
          this.#known.delete(key);
        }
      })
      .catch((thrown) => this.#noteLoss(thrown));
  }

  /** The files are recorded all the same; who wrote them is not known. */
  #noteLoss(thrown: unknown): void {
    this.#ports.log.error("session.event_lost", { error: thrown });
  }

  async #take(event: AgentEvent): Promise<void> {
    const { agent, session, what } = event;
    const key = keyOf(agent, session);
    const known = this.#known.get(key);
    const resumes = what.kind === "session_start" ? what.resumes : undefined;
    const { timeline } = this.#ports;
    const step = stepSession(known?.state, event, {
      freshId: this.#freshId(event),
      parent: resumes === undefined ? null : (timeline.agentSession(agent, resumes)?.id ?? null),
      storePrompts: this.#ports.storePrompts,
    });
    if (step.state === undefined) return;
    const isSame = known !== undefined && known.state.id === step.state.id;
    const next: Known = isSame ? known : { state: step.state, agent, turn: null, calls: new Map() };
    next.state = step.state;
    this.#known.set(key, next);
    for (const act of step.acts) await this.#perform(next, act);
    this.#dropOldest();
  }

  async #perform(known: Known, act: SessionAct): Promise<void> {
    const { timeline, flush } = this.#ports;
    const { id: session } = known.state;
    switch (act.kind) {
      case "open_session":
        timeline.openSession(act.session);
        return;
      case "end_session":
        timeline.endSession(session, act);
        return;
      case "open_turn": {
        const before = (await flush()) ?? 0;
        const { label, prompt, at: startedAt } = act;
        known.turn = timeline.openTurn({ session, label, prompt, startedAt, before });
        return;
      }
      case "end_turn": {
        if (known.turn === null) return;
        const after = (await flush()) ?? 0;
        timeline.endTurn(known.turn, { at: act.at, by: act.by, after });
        return;
      }
      case "open_call":
        this.#openCall(known, act);
        return;
      case "end_call":
        this.#endCall(known, act);
    }
  }

  #openCall(known: Known, act: Extract<SessionAct, { kind: "open_call" }>): void {
    const { timeline } = this.#ports;
    const { use, at: startedAt, endedAt, key } = act;
    this.#look(use.reach);
    const fields = {
      session: known.state.id,
      turn: known.turn,
      agentCall: use.call,
      tool: use.tool,
      reach: use.reach,
      startedAt,
      endedAt,
    };
    const id = timeline.openToolCall(fields);
    if (endedAt === null) known.calls.set(key, id);
    const call: AgentCall = { ...fields, id, agent: known.agent };
    this.#calls.began(call);
    this.#reconsider(startedAt);
  }

  #endCall(known: Known, { key, at, reach }: Extract<SessionAct, { kind: "end_call" }>): void {
    const id = known.calls.get(key);
    invariant(id !== undefined, "only a call that was opened ends");
    known.calls.delete(key);
    this.#ports.timeline.endToolCall(id, { at, ...(reach === undefined ? {} : { reach }) });
    const ended = this.#calls.ended(id, at, reach);
    if (ended === undefined) return;
    this.#look(ended.reach);
    this.#reconsider(ended.startedAt);
  }

  /**
   * Reads what a tool call is about to write, or has written, while that is still what stands there:
   * a hot file is else read at growing gaps, and who wrote first would be lost in between.
   */
  #look(reach: Reach): void {
    const { root } = this.#ports;
    const loop = this.#ports.loop();
    const touched = reach.kind === "shell" ? [...loop.touchedPaths()] : [];
    const claimed = reach.kind === "paths" ? reach.paths : [];
    const named = claimed.flatMap(({ path }) => relativeTo(root, path) ?? []);
    const paths = [...touched, ...named].filter((path) => path !== "");
    for (const path of paths.slice(0, limits.sessions.lookedPathsMax)) loop.look(path);
  }

  #reconsider(since: number): void {
    this.attribution.reconsider(since);
    this.#ports.committer.schedule();
  }

  #freshId({ agent, session, at }: AgentEvent): string {
    const { digest, timeline } = this.#ports;
    const hex = digest(encodeUtf8(JSON.stringify([agent, session, at])));
    return chooseSessionId(hex, (id) => timeline.session(id)?.id === id);
  }

  /** Ended sessions are kept a while, for events that come twice or late. */
  #dropOldest(): void {
    if (this.#known.size <= limits.sessions.knownMax) return;
    for (const [key, { state }] of this.#known) {
      if (state.endedAt === null) continue;
      this.#known.delete(key);
      return;
    }
  }
}

function keyOf(agent: string, session: string): string {
  return JSON.stringify([agent, session]);
}
