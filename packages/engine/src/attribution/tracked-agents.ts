import { type AbsPath, relativeTo, type WallMs } from "@unf/core/base";
import { hooklessLimits, limits } from "@unf/core/config";
import { type AgentProcess, type AgentProcesses, keyOfProcess } from "@unf/core/ports";

export interface TrackedPorts {
  readonly root: AbsPath;
  /** True once hooks tell of what it does. */
  readonly isHooked: (agent: AgentProcess) => boolean;
  /** `undefined` while no stretch of its work goes on. */
  readonly stretchOf: (agent: AgentProcess) => object | undefined;
  /** The stretch is over: since then it did nothing. */
  readonly rest: (agent: AgentProcess, at: WallMs) => void;
}

/** An agent that works here and has no hooks. */
export interface Tracked {
  readonly agent: AgentProcess;
  /** As the system counts it, and since when it is so. */
  activity: number;
  ranAt: WallMs;
  /** When it last did more than wait, or something was known to be its work. */
  busyAt: WallMs;
  goneAt: WallMs | undefined;
}

/** Which agents without hooks work in a project, and when each of them last ran. */
export class TrackedAgents {
  readonly #ports: TrackedPorts;
  /** By `keyOfProcess`. */
  readonly #tracked = new Map<string, Tracked>();

  constructor(ports: TrackedPorts) {
    this.#ports = ports;
  }

  get size(): number {
    return this.#tracked.size;
  }

  get all(): readonly Tracked[] {
    return [...this.#tracked.values()];
  }

  hasRunSince(at: number): boolean {
    return this.#tracked.values().some(({ ranAt }) => ranAt >= at);
  }

  /** How far apart looks at them may lie while nothing changes; `undefined`: none is worth making. */
  lookEveryMs(now: WallMs): number | undefined {
    const restedMs = Math.min(...this.all.map(({ busyAt }) => now - busyAt));
    if (restedMs < hooklessLimits.busyMs) return hooklessLimits.quietEveryMs;
    return restedMs < hooklessLimits.restedMs ? hooklessLimits.idleEveryMs : undefined;
  }

  /** Removes what is kept of those that are no longer here. */
  prune(kept: Map<string, unknown>): void {
    for (const name of kept.keys()) if (!this.#tracked.has(name)) kept.delete(name);
  }

  /** Finds out who works here now; true where one has run since it was asked last. `isPressing`: files change. */
  follow(agents: AgentProcesses, now: WallMs, isPressing: boolean): boolean {
    let hasRun = false;
    for (const agent of agents.list(isPressing)) {
      if (!this.#isHere(agent)) continue;
      if (this.#ports.isHooked(agent)) this.#drop(keyOfProcess(agent), now);
      else if (this.#note(agent, agents.activity(agent), now)) hasRun = true;
    }
    for (const [name, tracked] of this.#tracked) {
      if (agents.activity(tracked.agent) === undefined) tracked.goneAt ??= now;
      this.#letGo(name, tracked, now);
    }
    return hasRun;
  }

  #note(agent: AgentProcess, activity: number | undefined, now: WallMs): boolean {
    const tracked = this.#tracked.get(keyOfProcess(agent));
    if (activity === undefined || activity === tracked?.activity) return false;
    const isBusy = tracked === undefined || activity - tracked.activity >= hooklessLimits.busyTicks;
    const busyAt = isBusy ? now : tracked.busyAt;
    this.#tracked.set(keyOfProcess(agent), {
      ...{ agent, activity, ranAt: now, busyAt, goneAt: undefined },
    });
    return true;
  }

  /** Lets an ended agent go after a while: until then its writing may show. */
  #letGo(name: string, { goneAt, agent, busyAt }: Tracked, now: WallMs): void {
    if (goneAt !== undefined && now - goneAt >= limits.sessions.life.settleMs)
      this.#tracked.delete(name);
    const isOver = now - busyAt >= hooklessLimits.pauseMs;
    if (isOver && this.#ports.stretchOf(agent) !== undefined) this.#ports.rest(agent, busyAt);
  }

  #drop(name: string, now: WallMs): void {
    const tracked = this.#tracked.get(name);
    if (tracked === undefined) return;
    this.#tracked.delete(name);
    if (this.#ports.stretchOf(tracked.agent) !== undefined) this.#ports.rest(tracked.agent, now);
  }

  /** One works here where it stands in the project, or above it; at the top of everything nowhere. */
  #isHere({ directory }: AgentProcess): boolean {
    const { root } = this.#ports;
    if (directory === "/") return false;
    return relativeTo(root, directory) !== undefined || relativeTo(directory, root) !== undefined;
  }
}
