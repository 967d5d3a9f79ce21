import type { Attributed } from "@unf/core/attribution";
import { encodeUtf8, StorageError, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  type AgentEvent,
  chooseSessionId,
  closeSession,
  expireSession,
  restoreSession,
  stepSession,
} from "@unf/core/sessions";
import type { OpenSession } from "@unf/core/timeline";
import { Attribution } from "../attribution/attribution.ts";
import { CallLives } from "../attribution/call-lives.ts";
import type { HooklessAgents } from "../attribution/hookless-agents.ts";
import { ToolCalls } from "../attribution/tool-calls.ts";
import { WorkQueue } from "../base/work-queue.ts";
import { goneSessions, sessionsAtWork, sessionsWorking } from "./at-work.ts";
import { noteOwnProcess, openHookless } from "./hookless-sessions.ts";
import { followClocks, type Known, keyOf, newKnown, noteProcess } from "./known-session.ts";
import { inParentSession } from "./parent-session.ts";
import { readFork } from "./read-fork.ts";
import { SessionActs } from "./session-acts.ts";
import type { SessionsPorts } from "./sessions-ports.ts";

/**
 * The sessions of agents in one project: hears of their events in order, keeps them in the timeline,
 * and tells attribution of tool calls as they begin and end. A prompt and the end of a turn record
 * everything on disk first, and what was done since does not count: so the turn's first and last
 * states are exact. What the store does not take now is owed, and written once it is well again.
 */
export class Sessions implements Disposable {
  readonly attribution: Attribution;
  readonly #ports: SessionsPorts;
  readonly #calls = new ToolCalls();
  readonly lives: CallLives;
  readonly hookless: HooklessAgents;
  readonly #acts: SessionActs;
  readonly #known = new Map<string, Known>();
  readonly #queue: WorkQueue;

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
    this.#queue = new WorkQueue((thrown) => ports.project.onFailure(thrown));
    this.lives = new CallLives({
      ...ports,
      calls: this.#calls,
      agentOf: (session) => this.goingOn().find(({ id }) => id === session)?.agentProcess,
      agents: () => this.#atWork().flatMap(({ processes }) => processes),
      content: (hash) => ports.committer.recorder.content(hash),
      sizeOf: (path) => ports.committer.recorder.head(path)?.bytes,
      onLooked: () => {
        this.attribution.settle();
        ports.committer.schedule();
      },
      onDormant: (since) => {
        this.attribution.reconsider(since);
        ports.committer.schedule();
      },
      onGone: (lastSeen) => void this.#end(this.#gone(), lastSeen),
    });
    this.hookless = openHookless(ports, {
      known: this.#known,
      atWork: () => this.#atWork(),
      receive: (event) => this.receive(event),
      end: (known, at) => this.#end([known], at),
      attribution: () => this.attribution,
    });
    this.attribution = new Attribution({
      ...ports,
      calls: this.#calls,
      ledgers: this.lives.ledgers,
      hookless: this.hookless,
      isWatchful: () => this.isAgentAbout,
      working: () => sessionsWorking(this.#atWork(), this.hookless.working()),
      amend: (row, attributed) => {
        ports.committer.recorder.attribute(row, attributed);
        ports.project.rules.attributed(row, attributed.author);
        ports.committer.schedule();
      },
    });
    this.#acts = new SessionActs({
      ...ports,
      attribution: this.attribution,
      calls: this.#calls,
      lives: this.lives,
    });
  }

  /** As `Attribution.judge`. */
  judge(...row: Parameters<Attribution["judge"]>): Attributed {
    const attributed = this.attribution.judge(...row);
    const { confidence } = attributed.author;
    if (confidence === "window" || confidence === "ambiguous") this.lives.soon();
    return attributed;
  }

  [Symbol.dispose](): void {
    for (const part of [this.lives, this.hookless, this.attribution]) part[Symbol.dispose]();
  }

  /** With the processes that told of each. */
  goingOn(): readonly Known[] {
    return [...this.#known.values()].filter(({ state }) => state.endedAt === null);
  }

  #gone(): readonly Known[] {
    const { trees } = this.#ports;
    return trees === undefined ? [] : goneSessions(this.goingOn(), (one) => trees.isAlive(one));
  }

  /** True while there is somebody to look after, or something left to write. */
  get isAttending(): boolean {
    return this.hookless.isAbout || this.goingOn().length > 0 || this.#owed > 0;
  }

  /** True while one is known to be at work, or was lately. */
  get isAgentAbout(): boolean {
    return this.hookless.isAbout || this.#atWork().length > 0;
  }

  #atWork(): readonly Known[] {
    return sessionsAtWork(this.#known.values(), this.#ports.clock.wall());
  }

  /** Goes on with what was open when the recorder before this one ended; events may have come before. */
  restore(): void {
    // The newest first: a session that an earlier program opened twice goes on in that one.
    for (const open of this.#ports.timeline.openSessions().reverse()) {
      const { id, agent, agentSession } = open.session;
      if (this.#known.values().some(({ state }) => state.id === id)) continue;
      const key = keyOf(agent, agentSession);
      // Of one that was opened twice the other ends in time, as one that is not heard of.
      this.#recall(this.#known.has(key) ? JSON.stringify([key, id]) : key, open);
    }
  }

  /** The session that the agent calls so, whichever recorder heard of it. */
  #find({ agent, session: own }: AgentEvent): Known | undefined {
    const key = keyOf(agent, own);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { timeline } = this.#ports;
    const session = timeline.agentSession(agent, own);
    if (session === undefined) return undefined;
    const open = timeline.openSessions().find((one) => one.session.id === session.id);
    const [turn] = timeline.turns({ session: session.id, limit: 1 });
    return this.#recall(key, open ?? { session, turn, toolCalls: [] });
  }

  /** Restores a session from the timeline, so that it goes on. */
  #recall(key: string, { session, turn, toolCalls: open }: OpenSession): Known {
    const { agent, agentSession } = session;
    const lately = turn === undefined ? [] : this.#ports.timeline.toolCalls({ turn: turn.id });
    const ended = lately.filter(({ endedAt }) => endedAt !== null);
    const state = restoreSession({ session, turn, toolCalls: [...ended, ...open] });
    const known = {
      ...newKnown(state, agent, agentSession),
      turn: turn?.id ?? null,
      calls: new Map(open.map(({ id }) => [id, id])),
    };
    this.#known.set(key, known);
    noteOwnProcess(known, this.#ports.trees?.agents);
    for (const call of open) this.#calls.began({ ...call, agent });
    return known;
  }

  /**
   * Resolves once the event is in the timeline, or is owed to it; false when it is lost. What fails of
   * it is heard by `onFailure`.
   */
  receive(event: AgentEvent): Promise<boolean> {
    return this.#queue.run(() => this.#take(event)).catch((thrown) => this.#noteFailure(thrown));
  }

  /** Called about once a second: ends sessions that were left without a word, and whose agent is gone. */
  async tick(): Promise<boolean> {
    followClocks(this.#known.values(), [this.#calls, this.attribution], this.#ports.clock.wall());
    this.attribution.forget();
    this.hookless.tick();
    const now = this.#ports.clock.wall();
    const idle = this.goingOn().filter(({ state }) => now - state.lastAt >= limits.sessions.idleMs);
    const isEnded = await this.#end(idle, undefined);
    const isClosed = await this.#end(this.#gone(), now);
    const owing = [...this.#known.values()].filter(({ owed }) => owed.length > 0);
    return (await this.#run(owing, (known) => this.#settle(known))) && isEnded && isClosed;
  }

  /** Ends sessions whose agent was last seen alive then; `undefined`: as of the last that was heard of it. */
  #end(sessions: readonly Known[], lastSeen: WallMs | undefined): Promise<boolean> {
    return this.#run(sessions, async (known) => {
      const { state, acts } =
        lastSeen === undefined
          ? expireSession(known.state, this.#ports.clock.wall())
          : closeSession(known.state, lastSeen);
      if (state === undefined) return;
      known.state = state;
      known.owed.push(...acts);
      await this.#settle(known);
      if (lastSeen === undefined) this.#forget(known);
    });
  }

  #forget(gone: Known): void {
    for (const [key, known] of this.#known) if (known === gone) this.#known.delete(key);
  }

  #run(sessions: readonly Known[], work: (known: Known) => Promise<void>): Promise<boolean> {
    if (sessions.length === 0) return Promise.resolve(true);
    const all = async () => {
      for (const known of sessions) await work(known);
    };
    const done = this.#queue.run(all).then(() => true);
    return done.catch((thrown) => this.#noteFailure(thrown));
  }

  /** False when it is lost: the files are recorded all the same; who wrote them is not known. */
  #noteFailure(thrown: unknown): boolean {
    const isOwed = thrown instanceof StorageError;
    if (isOwed) this.#ports.log.warn("session.event_owed", { error: thrown });
    else this.#ports.log.error("session.event_lost", { error: thrown });
    return isOwed;
  }

  async #take(told: AgentEvent): Promise<boolean> {
    const isKnown = this.#find(told) !== undefined;
    const event = isKnown ? told : inParentSession(told, this.goingOn());
    const { agent, session } = event;
    // Before the state knows of it: what follows is understood as if it had not been.
    if (this.#owed >= limits.sessions.owedMax) {
      this.#ports.log.error("session.event_lost", { why: "too much waits for the store" });
      return false;
    }
    const key = keyOf(agent, session);
    const known = this.#find(event);
    followClocks(this.#known.values(), [this.#calls, this.attribution], this.#ports.clock.wall());
    const step = stepSession(known?.state, event, {
      freshId: this.#freshId(event),
      ...readFork(this.#ports.timeline, event, known?.state.id),
      storePrompts: this.#ports.storePrompts,
    });
    if (step.state === undefined) return true;
    const next: Known =
      known?.state.id === step.state.id ? known : newKnown(step.state, agent, session);
    next.state = step.state;
    noteProcess(next, event, step.acts);
    this.#known.set(key, next);
    next.owed.push(...step.acts);
    // Else `tick` does it, once the store is well.
    if (!next.isOwing) await this.#settle(next);
    this.#dropOldest();
    return true;
  }

  /** Writes what is owed, in order. What is not the store's doing would fail again: that is dropped. */
  async #settle(known: Known): Promise<void> {
    for (let act = known.owed[0]; act !== undefined; act = known.owed[0]) {
      try {
        await this.#acts.perform(known, act, known.isOwing);
      } catch (thrown) {
        known.isOwing = thrown instanceof StorageError;
        if (!known.isOwing) known.owed.length = 0;
        throw thrown;
      }
      known.owed.shift();
      known.isOwing &&= known.owed.length > 0;
    }
  }

  /** True while the event's session goes on here, whichever recorder heard of it. */
  knows({ agent, session }: AgentEvent): boolean {
    const known = this.#known.get(keyOf(agent, session));
    if (known !== undefined) return known.state.endedAt === null;
    try {
      return this.#ports.timeline.agentSession(agent, session)?.endedAt === null;
    } catch (thrown) {
      this.#ports.project.onFailure(thrown);
      return false;
    }
  }

  get #owed(): number {
    return this.#known.values().reduce((sum, { owed }) => sum + owed.length, 0);
  }

  #freshId({ agent, session, at }: AgentEvent): string {
    const { digest, timeline } = this.#ports;
    const hex = digest(encodeUtf8(JSON.stringify([agent, session, at])));
    return chooseSessionId(hex, (id) => timeline.session(id)?.id === id);
  }

  /** Ended sessions are kept a while, for events that come twice or late. */
  #dropOldest(): void {
    if (this.#known.size <= limits.sessions.knownMax) return;
    const isDone = ({ state, owed }: Known) => state.endedAt !== null && owed.length === 0;
    const oldest = this.#known.values().find(isDone);
    if (oldest !== undefined) this.#forget(oldest);
  }
}
