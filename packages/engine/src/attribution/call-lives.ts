import { type AgentCall, isIdle, isSeenAtWork, mayHaveRun } from "@unf/core/attribution";
import type { MonoMs, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  type Clock,
  keyOfProcess,
  type OthersReading,
  type ProcessMark,
  type ProcessTrees,
  type TreeReading,
} from "@unf/core/ports";
import { isCommand } from "@unf/core/timeline";
import type { AttributedProject } from "./brackets.ts";
import { Ledgers, type LedgersPorts } from "./ledgers.ts";
import type { ToolCalls } from "./tool-calls.ts";

export interface CallLivesPorts extends Pick<LedgersPorts, "root" | "content" | "sizeOf"> {
  readonly clock: Clock;
  readonly calls: ToolCalls;
  /** Left out where the system does not tell of processes. */
  readonly trees?: ProcessTrees | undefined;
  /** The process of an agent's session whose commands run below it, as far as that is known. */
  readonly agentOf: (session: string) => ProcessMark | undefined;
  /** All processes of agents that are known to be at work. */
  readonly agents: () => readonly ProcessMark[];
  /** Agents were looked at: what waited for that can be judged. */
  readonly onLooked: () => void;
  readonly project: AttributedProject;
  /** No process of a command lived since then: what was recorded since is hardly the command's. */
  readonly onDormant: (since: number) => void;
  /** An agent with an open command has ended; it was last seen alive then. */
  readonly onGone: (lastSeen: WallMs) => void;
}

/**
 * When no process of an open command lived. Such a command claims nothing: it was interrupted, or its
 * agent waits to be permitted to run it. Looks at the agent's processes again and again while one is
 * open, ever more rarely while none of them lives.
 */
export class CallLives implements Disposable {
  /** Bytes that the processes wrote which were looked at. */
  readonly ledgers: Ledgers;
  readonly #ports: CallLivesPorts;
  /** The last look at each agent, by `keyOfProcess`. */
  #last = new Map<string, TreeReading>();
  /** Sessions of which a command's process was seen below the agent: others may run theirs elsewhere. */
  readonly #seen = new Set<string>();
  #others: OthersReading | undefined;
  #othersReadAt = Number.NEGATIVE_INFINITY;
  #alarm: { readonly at: MonoMs; readonly handle: Disposable } | undefined;
  #pauseMs: number = limits.sessions.life.lookEveryMs;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** A file was closed since. */
  #isPressing = false;
  /** When what a command may have made was last judged. */
  #doubtedAt = Number.NEGATIVE_INFINITY;
  /** The last look found nothing that lives, and cannot say that nothing did since the look before. */
  #isVague = false;
  #waiters: Waiter[] = [];

  constructor(ports: CallLivesPorts) {
    this.#ports = ports;
    this.ledgers = new Ledgers({
      ...ports,
      files: ports.trees?.files,
      others: ports.trees?.others,
      commanderOf: (session) => (this.#seen.has(session) ? ports.agentOf(session) : undefined),
      onClosed: () => this.#closed(),
    });
  }

  /** A command began, or is about to end: what is seen now is where the next look begins. */
  look(): void {
    if (this.#ports.trees === undefined) return;
    this.#pauseMs = limits.sessions.life.lookEveryMs;
    this.#lookNow();
  }

  /** A command may have written: whether it can have is worth a look. */
  soon(): void {
    this.#doubtedAt = this.#ports.clock.mono();
    const { lookEveryMs, soonMs } = limits.sessions.life;
    const isResting = this.#alarm !== undefined && this.#pauseMs > lookEveryMs;
    if (isResting || this.ledgers.awaited().length > 0) this.#lookAt(soonMs);
  }

  /**
   * Resolves once agents were looked at after all that a command may have made and that is judged by
   * now: before, it is the command's though no process of it lived.
   */
  settled(): Promise<void> {
    const since = this.#isOpen() ? this.#lookedAt : Number.NEGATIVE_INFINITY;
    const until = Math.max(this.#doubtedAt, since) + settledMs;
    if (this.#alarm === undefined || this.#lookedAt >= until) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wait({ until, resolve, looks: 0 });
    return promise;
  }

  /**
   * A file was closed: the sooner the next look, the less else is between it and the look before. That of
   * the next file begins there.
   */
  #closed(): void {
    if (this.#alarm === undefined) return;
    const { closedMs, apartMs } = limits.sessions.life;
    const sinceLast = this.#ports.clock.mono() - this.#lookedAt;
    this.#lookAt(Math.max(closedMs, apartMs - sinceLast));
    this.#isPressing = true;
  }

  [Symbol.dispose](): void {
    this.#rest();
    for (const { resolve } of this.#waiters) resolve();
    this.#waiters = [];
  }

  #rest(): void {
    this.#alarm?.handle[Symbol.dispose]();
    this.#alarm = undefined;
  }

  #lookNow(): void {
    const byAgent = this.#commands();
    this.#forgetEnded();
    const last = this.#last;
    this.#last = new Map();
    let isAwake = false;
    let isActive = false;
    this.#isVague = false;
    for (const [key, { agent, calls }] of byAgent) {
      const before = last.get(key);
      const reading = this.#read(agent, before);
      if (reading === undefined || !this.#judge(calls, before, reading)) isAwake = true;
      if (reading === undefined) continue;
      if (before === undefined || !isIdle(before, reading)) isActive = true;
      this.#last.set(key, reading);
    }
    this.#lookedAt = this.#ports.clock.mono();
    this.#note(byAgent);
    const { lookEveryMs, idleEveryMs, lookEveryMsMax } = limits.sessions.life;
    const most = isAwake ? idleEveryMs : lookEveryMsMax;
    this.#pauseMs = isActive ? lookEveryMs : Math.min(2 * this.#pauseMs, most);
    this.#rest();
    if (byAgent.size > 0) {
      this.#lookAt(this.#pauseMs);
      this.ledgers.takeBarrier();
      this.#ports.onLooked();
      this.#lookAgain();
    }
    this.#release(byAgent.size > 0 ? this.#lookedAt : Number.POSITIVE_INFINITY);
  }

  /** More looks are waited for where one left it open. */
  #release(lookedAt: number): void {
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const one of waiting) {
      if (one.until > lookedAt) this.#wait(one);
      else if (this.#isOpen() && one.looks < looksAwaited)
        this.#wait({ ...one, until: lookedAt + settledMs, looks: one.looks + 1 });
      else one.resolve();
    }
  }

  /** True while the looks so far do not tell of all that they are asked about. */
  #isOpen(): boolean {
    return this.#isVague || this.ledgers.awaited().length > 0;
  }

  #wait(waiter: Waiter): void {
    this.#waiters.push(waiter);
    this.#lookAt(Math.max(0, waiter.until - this.#ports.clock.mono()));
  }

  /** Notes the looks at the agents, and at the processes that work beside them. */
  #note(byAgent: ReadonlyMap<string, Commands>): void {
    const others = byAgent.size === 0 ? undefined : this.#readOthers();
    this.#isPressing = false;
    for (const [key, { agent }] of byAgent) {
      const reading = this.#last.get(key);
      if (reading !== undefined) this.ledgers.looked(agent, reading, others);
      else if (others !== undefined) this.ledgers.lost(agent, others);
    }
  }

  /** A change is judged by the first look that was not disturbed; the agent may soon be gone. */
  #lookAgain(): void {
    const isUnclear = this.#last.values().some(({ isSteady }) => !isSteady);
    if (isUnclear && this.ledgers.awaited().length > 0) this.#lookAt(limits.sessions.life.apartMs);
  }

  /** Forgets the notes on sessions that are open no more. */
  #forgetEnded(): void {
    for (const session of this.#seen) {
      if (this.#ports.agentOf(session) === undefined) this.#seen.delete(session);
    }
  }

  #read(agent: ProcessMark, before: TreeReading | undefined): TreeReading | undefined {
    const { trees, onGone } = this.#ports;
    if (trees === undefined) return undefined;
    const reading = trees.read(agent, before?.below);
    if (reading === undefined && before !== undefined && !trees.isAlive(agent)) onGone(before.to);
    return reading;
  }

  /** There are many of them: looks that follow closely share one, unless a change waits for the next. */
  #readOthers(): OthersReading | undefined {
    const { root, agents, trees, clock } = this.#ports;
    const { othersEveryMs, apartMs } = limits.sessions.life;
    const now = clock.mono();
    const isWaitedFor = this.#isPressing || this.ledgers.awaited().length > 0;
    if (now - this.#othersReadAt < (isWaitedFor ? apartMs : othersEveryMs)) return this.#others;
    const below = [...this.#last.values()].flatMap((reading) => reading.below);
    this.#others = trees?.others?.read(root, agents(), below);
    this.#othersReadAt = now;
    return this.#others;
  }

  /** True when none of the commands has lived since the look before. */
  #judge(
    calls: readonly AgentCall[],
    before: TreeReading | undefined,
    reading: TreeReading,
  ): boolean {
    let areDormant = true;
    let since = Number.POSITIVE_INFINITY;
    for (const call of calls) {
      if (isSeenAtWork(call.startedAt, reading)) this.#see(call.session);
      const isAwake = before === undefined || mayHaveRun(call.startedAt, before, reading);
      if (isAwake) areDormant = false;
      if (isAwake) continue;
      const as = this.#seen.has(call.session) ? "dormant" : "unseen";
      this.#ports.calls.slept(call.id, { from: before.from, to: reading.to }, as);
      since = Math.min(since, before.from);
    }
    // As where a hook has ended since: the next look tells.
    if (!areDormant && reading.below.every(({ hasEnded }) => hasEnded)) this.#isVague = true;
    if (since < Number.POSITIVE_INFINITY) this.#ports.onDormant(since);
    return areDormant;
  }

  #see(session: string): void {
    if (this.#seen.has(session)) return;
    this.#seen.add(session);
    const { calls, onDormant } = this.#ports;
    const froms = calls.list().map(({ unseen }) => unseen?.[0]?.from ?? Number.POSITIVE_INFINITY);
    calls.seen(session);
    const since = Math.min(...froms);
    if (since < Number.POSITIVE_INFINITY) onDormant(since);
  }

  /** Agents whose processes can be seen, with their open commands, by `keyOfProcess`. */
  #commands(): ReadonlyMap<string, Commands> {
    const found = new Map<string, Commands>();
    for (const agent of this.ledgers.awaited())
      found.set(keyOfProcess(agent), { agent, calls: [] });
    for (const call of this.#ports.calls.open()) {
      const agent = isCommand(call.reach) ? this.#ports.agentOf(call.session) : undefined;
      if (agent === undefined) continue;
      const calls = found.get(keyOfProcess(agent))?.calls ?? [];
      found.set(keyOfProcess(agent), { agent, calls: [...calls, call] });
    }
    return found;
  }

  #lookAt(inMs: number): void {
    const { clock } = this.#ports;
    const at = (clock.mono() + inMs) as MonoMs;
    if (this.#alarm !== undefined && this.#alarm.at <= at) return;
    this.#rest();
    this.#alarm = { at, handle: clock.alarm(at, () => this.#lookNow()) };
  }
}

/** So long after a change a look tells of it, whatever two clocks may differ. */
const settledMs = limits.sessions.life.slackMs + limits.sessions.life.countedMs;

/** Nobody waits for more: where processes come and go all the time each look may be disturbed. */
const looksAwaited = 4;

interface Waiter {
  /** By the monotonic clock. */
  readonly until: number;
  readonly resolve: () => void;
  /** So many looks left it open. */
  readonly looks: number;
}

interface Commands {
  readonly agent: ProcessMark;
  readonly calls: readonly AgentCall[];
}
