import {
  type AbsPath,
  type AgentCall,
  type AgentEvent,
  type Clock,
  chooseSessionId,
  type Digest,
  decideEdge,
  encodeUtf8,
  expireSession,
  type FileSystem,
  invariant,
  type Log,
  limits,
  type ProcessMark,
  type Reach,
  relativeTo,
  restoreSession,
  type SessionAct,
  type SessionState,
  type SnapshotId,
  stepSession,
  type Timeline,
  type WallMs,
  type WriterProbe,
} from "@unf/core";
import { Attribution } from "../attribution/attribution.ts";
import { ToolCalls } from "../attribution/tool-calls.ts";
import type { WorkingSession } from "../attribution/writers.ts";
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
  /** Left out where the system does not tell who writes. */
  readonly writers?: WriterProbe | undefined;
}

/** One session and what the timeline calls its parts. */
interface Known {
  state: SessionState;
  readonly agent: string;
  turn: number | null;
  /** Ids of the open tool calls, by the key that the state gave them. */
  readonly calls: Map<number, number>;
  readonly agentSession: string;
  /** Whose descendants do its work, the newest first. */
  processes: readonly ProcessMark[];
}

/**
 * The sessions of agents in one project: hears of their events in order, keeps them in the timeline,
 * and tells attribution of tool calls as they begin and end. A prompt and the end of a turn record
 * everything on disk first, and what was done since does not count: so the turn's first and last
 * states are exact.
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
      isWatchful: () => this.#atWork().length > 0,
      working: () => this.#working(),
      amend: (row, attributed) => {
        ports.committer.recorder.attribute(row, attributed);
        ports.committer.schedule();
      },
    });
  }

  /** Sessions that are open, or have been within the time in which hooks may come late. */
  #atWork(): readonly Known[] {
    const since = this.#ports.clock.wall() - limits.sessions.lateHookMs;
    return [...this.#known.values()].filter(
      ({ state }) => state.endedAt === null || state.endedAt >= since,
    );
  }

  #working(): readonly WorkingSession[] {
    return this.#atWork().map(({ state, agent, agentSession, turn, processes }) => ({
      ...{ session: state.id, agent, agentSession, turn, processes },
    }));
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
        agentSession,
        turn: open.turn?.id ?? null,
        calls,
        processes: [],
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
    const fresh = { state: step.state, agent, agentSession: session, turn: null };
    const next: Known = isSame ? known : { ...fresh, calls: new Map(), processes: [] };
    next.state = step.state;
    next.processes = addProcess(next.processes, event);
    this.#known.set(key, next);
    for (const act of step.acts) await this.#perform(next, act);
    this.#dropOldest();
  }

  async #perform(known: Known, act: SessionAct): Promise<void> {
    const { timeline } = this.#ports;
    const { id: session } = known.state;
    switch (act.kind) {
      case "open_session":
        timeline.openSession(act.session);
        return;
      case "end_session":
        timeline.endSession(session, act);
        return;
      case "open_turn": {
        const before = await this.#edgeAt(act.at);
        const { label, prompt, at: startedAt } = act;
        known.turn = timeline.openTurn({ session, label, prompt, startedAt, before });
        return;
      }
      case "end_turn": {
        if (known.turn === null) return;
        // Of a turn that was left without a word nobody knows when it was over.
        const after = await this.#edgeAt(act.by === "timeout" ? undefined : act.at);
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

  /**
   * The last row of the state at that time, of now when left out. The agent goes on as soon as its
   * hook was answered: on a loaded machine it has written again before everything is recorded.
   */
  async #edgeAt(at: WallMs | undefined): Promise<SnapshotId | 0> {
    const newest = (await this.#ports.flush()) ?? 0;
    return decideEdge(newest, at === undefined ? [] : this.attribution.doneSince(at));
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

function addProcess(
  known: readonly ProcessMark[],
  { pid, started: startTicks }: AgentEvent,
): readonly ProcessMark[] {
  if (pid === undefined || startTicks === undefined) return known;
  if (known.some((one) => one.pid === pid && one.startTicks === startTicks)) return known;
  return [{ pid, startTicks }, ...known].slice(0, limits.sessions.processesMax);
}

function keyOf(agent: string, session: string): string {
  return JSON.stringify([agent, session]);
}
