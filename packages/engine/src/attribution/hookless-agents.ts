import { type AgentVerdict, isSettled, judgeAgent, type TreeSuspect } from "@unf/core/attribution";
import type { AbsPath, BlobId, MonoMs, RelPath, WallMs } from "@unf/core/base";
import { hooklessLimits, limits } from "@unf/core/config";
import {
  type AgentProcess,
  type AgentProcesses,
  type AgentsReading,
  type ChargedFiles,
  type Clock,
  type Hint,
  keyOfProcess,
  type ProcessMark,
} from "@unf/core/ports";
import type { LatestHead } from "../record/recorder.ts";
import { type AttributedProject, Brackets, type Trace } from "./brackets.ts";
import { priceOf } from "./price-of.ts";
import { type Tracked, TrackedAgents } from "./tracked-agents.ts";
import type { WorkingSession } from "./writers.ts";

export interface HooklessPorts {
  readonly root: AbsPath;
  readonly clock: Clock;
  /** Bytes of a content; `undefined` where it is not kept. */
  readonly content: (hash: BlobId) => Uint8Array | undefined;
  /** Left out where the system does not tell of processes. */
  readonly agents?: AgentProcesses | undefined;
  readonly files?: ChargedFiles | undefined;
  /** True once hooks tell of what it does. */
  readonly isHooked: (agent: AgentProcess) => boolean;
  /** Its session and turn, while a stretch of its work goes on. */
  readonly stretchOf: (agent: AgentProcess) => Stretch | undefined;
  /** A stretch begins: something is known to be its work, or perhaps its. */
  readonly begin: (agent: AgentProcess, at: number) => void;
  /** The stretch is over: since then it did nothing. */
  readonly rest: (agent: AgentProcess, at: WallMs) => void;
  /** It was looked at them: what waited for that can be judged. */
  readonly onLooked: () => void;
  readonly project: AttributedProject;
}

export interface Stretch {
  readonly session: string;
  readonly turn: number | null;
}

/** The evidence on a change beside the events of hooks. */
export interface BareTrace extends Trace<AgentsReading> {
  /** By `keyOfProcess`. */
  readonly verdicts: Map<string, AgentVerdict>;
}

/** All looks are of one kind. */
const key = "all";

/**
 * Agents that work here and have no hooks: what they and their processes have written is read again and
 * again while they run, beside what everybody else has, and tells whose a change is.
 */
export class HooklessAgents implements Disposable {
  readonly #ports: HooklessPorts;
  readonly #brackets: Brackets<AgentsReading>;
  readonly #tracked: TrackedAgents;
  /** Changes that nobody has looked after yet, the earliest first. */
  readonly #awaited = new Set<BareTrace>();
  /** Up to when the beginning of a stretch was asked for, by `keyOfProcess`. */
  readonly #asked = new Map<string, number>();
  #alarm: { readonly at: MonoMs; readonly handle: Disposable } | undefined;
  #lookedAt: MonoMs = 0 as MonoMs;
  #ranSince = true;
  #hasRecorded = false;
  #restMs: number = hooklessLimits.lookEveryMs;

  constructor(ports: HooklessPorts) {
    this.#ports = ports;
    this.#brackets = new Brackets(ports, hooklessLimits.readingsMax);
    this.#tracked = new TrackedAgents(ports);
  }

  [Symbol.dispose](): void {
    this.#alarm?.handle[Symbol.dispose]();
    this.#alarm = undefined;
  }

  /** True while one works here. */
  get isAbout(): boolean {
    return this.#tracked.size > 0;
  }

  /** True while one of them runs, and may be writing. */
  get isActive(): boolean {
    return this.#tracked.hasRunSince(this.#ports.clock.wall() - hooklessLimits.idleEveryMs);
  }

  /** Called about once a second. */
  tick(): void {
    const { agents, clock } = this.#ports;
    if (agents === undefined) return;
    const now = clock.wall();
    const isPressing = this.#hasRecorded || this.#awaited.size > 0;
    if (this.#tracked.follow(agents, now, isPressing)) this.#ranSince = true;
    this.#hasRecorded = false;
    if (this.#tracked.size === 0) {
      this[Symbol.dispose]();
      this.#forgetAwaited(now - hooklessLimits.settledMs);
      return;
    }
    const every = this.#tracked.lookEveryMs(now);
    if (!this.#ranSince || every === undefined) return;
    const since = clock.mono() - this.#lookedAt;
    // The clock that calls this may be a little early.
    if (since >= Math.max(every - tickSlackMs, this.#restMs)) this.#look();
  }

  onHints(hints: readonly Hint[]): void {
    this.#brackets.onHints(hints);
  }

  /** A row is recorded. Also while no agent is known: one may have begun just before. */
  trace(
    path: RelPath,
    before: LatestHead | undefined,
    after: LatestHead | null,
  ): BareTrace | undefined {
    if (this.#ports.agents === undefined) return undefined;
    this.#hasRecorded = true;
    return { ...this.#brackets.trace(path, before, after), verdicts: new Map() };
  }

  /** The agents that can have made the change, as far as that is known by now. */
  suspects(trace: BareTrace | undefined, writtenAt: number): readonly TreeSuspect[] {
    if (trace === undefined) return [];
    this.#awaited.delete(trace);
    if (this.#brackets.after(trace, key) === undefined) {
      this.#await(trace);
      return [];
    }
    return this.#tracked.all.flatMap((one) => this.#suspect(one, trace, writtenAt));
  }

  isAwaited(trace: BareTrace | undefined): boolean {
    return trace !== undefined && this.#awaited.has(trace);
  }

  /** Sessions of those that run, also before they have one. */
  working(): readonly WorkingSession[] {
    const reading = this.#brackets.last(key);
    return this.#tracked.all.map(({ agent: found }) => {
      const { agent, name } = found;
      const below: readonly ProcessMark[] = reading?.trees.get(keyOfProcess(found))?.below ?? [];
      const stretch = this.#ports.stretchOf(found);
      const own = { agent, agentSession: name, processes: [found, ...below] };
      if (stretch !== undefined) return { ...own, ...stretch };
      return { ...own, session: name, turn: null, begin: (at) => this.#begin(found, at) };
    });
  }

  forget(before: number): void {
    // Beside an agent that rests the last look is old: what it has written since is known all the same.
    const last = this.#tracked.size === 0 ? undefined : this.#brackets.last(key);
    this.#brackets.forget(Math.min(before, last?.to ?? before));
    this.#forgetAwaited(before);
    this.#tracked.prune(this.#asked);
  }

  #forgetAwaited(before: number): void {
    for (const trace of this.#awaited) if (trace.seenAt < before) this.#awaited.delete(trace);
  }

  #suspect(tracked: Tracked, trace: BareTrace, writtenAt: number): readonly TreeSuspect[] {
    const { agent } = tracked;
    if (agent.bornAt - limits.sessions.life.bornSlackMs > trace.seenAt) return [];
    const verdict = this.#verdict(agent, trace);
    if (verdict === undefined) this.#await(trace);
    if (verdict === undefined || verdict === "not") return [];
    const isContested = verdict === "contested";
    const stretch = this.#ports.stretchOf(agent);
    if (stretch !== undefined) {
      tracked.busyAt = Math.max(tracked.busyAt, trace.seenAt) as WallMs;
      return [{ agent: agent.agent, ...stretch, isContested }];
    }
    // It may be a person's, and of an agent that will tell of its work nothing has to be said yet.
    if (isContested && this.#ports.agents?.hasHooks(agent.agent) === true) return [];
    // Its hooks, if it has any, are heard of before.
    if (trace.seenAt - agent.bornAt < hooklessLimits.settledMs) this.#await(trace);
    else this.#begin(agent, writtenAt);
    return [];
  }

  /** `undefined` while a look is still to come that tells more. */
  #verdict(agent: AgentProcess, trace: BareTrace): AgentVerdict | undefined {
    const name = keyOfProcess(agent);
    const known = trace.verdicts.get(name);
    if (known !== undefined) return known;
    const { clock } = this.#ports;
    const before = this.#brackets.before(trace, key);
    const isLate = clock.wall() - trace.seenAt >= limits.sessions.life.settleMs;
    const willDo = (look: AgentsReading): boolean => isLate || isSettled(agent, before, look);
    const after = this.#brackets.after(trace, key, willDo);
    if (after === undefined) return undefined;
    const verdict = this.#judge(agent, trace, before, after);
    trace.verdicts.set(name, verdict);
    return verdict;
  }

  #judge(
    agent: AgentProcess,
    trace: BareTrace,
    before: AgentsReading | undefined,
    after: AgentsReading,
  ): AgentVerdict {
    const { root, files, agents, content } = this.#ports;
    return judgeAgent(agent, before, after, {
      bytes: priceOf(trace, content).bytes,
      charges: files?.chargesOf(root) ?? "nothing",
      isSame: trace.isSame,
      mayEdit: (process) => agents?.mayEdit(process, root) ?? true,
    });
  }

  /**
   * Once for each instant: what cannot be begun is not asked for for ever. Its first hook may have come
   * since it was asked who works here.
   */
  #begin(agent: AgentProcess, at: number): void {
    if (this.#ports.isHooked(agent)) return;
    const name = keyOfProcess(agent);
    if (at <= (this.#asked.get(name) ?? Number.NEGATIVE_INFINITY)) return;
    this.#asked.set(name, at);
    this.#ports.begin(agent, at);
  }

  #await(trace: BareTrace): void {
    this.#awaited.add(trace);
    const [oldest] = this.#awaited;
    if (this.#awaited.size > limits.sessions.judgedRowsMax && oldest !== undefined)
      this.#awaited.delete(oldest);
    this.#soon();
  }

  #soon(): void {
    if (this.#tracked.size === 0) return;
    const { clock } = this.#ports;
    const earliest = this.#lookedAt + Math.max(hooklessLimits.lookEveryMs, this.#restMs);
    const at = Math.max(clock.mono() + hooklessLimits.soonMs, earliest) as MonoMs;
    if (this.#alarm !== undefined && this.#alarm.at <= at) return;
    this[Symbol.dispose]();
    this.#alarm = { at, handle: clock.alarm(at, () => this.#look()) };
  }

  #look(): void {
    const { agents, clock, onLooked } = this.#ports;
    this[Symbol.dispose]();
    if (agents === undefined || this.#tracked.size === 0) return;
    const reading = agents.read(this.#tracked.all.map(({ agent }) => agent));
    this.#lookedAt = clock.mono();
    this.#restMs = Math.min(reading.workMs * hooklessLimits.restsMin, hooklessLimits.restMsMax);
    this.#ranSince = false;
    this.#brackets.looked(key, reading);
    this.#brackets.takeBarrier();
    onLooked();
  }
}

const tickSlackMs = 100;
