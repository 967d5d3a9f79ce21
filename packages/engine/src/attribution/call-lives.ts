import {
  type AgentCall,
  type Clock,
  isSeenAtWork,
  limits,
  type MonoMs,
  mayHaveRun,
  type ProcessMark,
  type ProcessTrees,
  type TreeReading,
  type WallMs,
} from "@unf/core";
import type { ToolCalls } from "./tool-calls.ts";

export interface CallLivesPorts {
  readonly clock: Clock;
  readonly calls: ToolCalls;
  /** Left out where the system does not tell of processes. */
  readonly trees?: ProcessTrees | undefined;
  /** The process of an agent's session whose commands run below it, as far as that is known. */
  readonly agentOf: (session: string) => ProcessMark | undefined;
  /** No process of a command lived since then: what was recorded since is not the command's. */
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
  readonly #ports: CallLivesPorts;
  /** The last look at each agent, by `keyOf`. */
  #last = new Map<string, TreeReading>();
  /** Sessions of which a command's process was seen below the agent: others may run theirs elsewhere. */
  readonly #seen = new Set<string>();
  #alarm: { readonly at: MonoMs; readonly handle: Disposable } | undefined;
  #pauseMs: number = limits.sessions.life.lookEveryMs;

  constructor(ports: CallLivesPorts) {
    this.#ports = ports;
  }

  /** A command began, or is about to end: what is seen now is where the next look begins. */
  look(): void {
    if (this.#ports.trees === undefined) return;
    this.#pauseMs = limits.sessions.life.lookEveryMs;
    this.#lookNow();
  }

  /** A command may have written: whether it can have is worth a look. */
  soon(): void {
    if (this.#alarm !== undefined) this.#lookAt(limits.sessions.life.soonMs);
  }

  [Symbol.dispose](): void {
    this.#alarm?.handle[Symbol.dispose]();
    this.#alarm = undefined;
  }

  #lookNow(): void {
    const byAgent = Map.groupBy(this.#commands(), ({ agent }) => keyOf(agent));
    this.#forgetEnded();
    const last = this.#last;
    this.#last = new Map();
    let isAwake = false;
    for (const [key, commands] of byAgent) {
      const reading = this.#read(commands, last.get(key));
      if (reading === undefined || !this.#judge(commands, last.get(key), reading)) isAwake = true;
      if (reading !== undefined) this.#last.set(key, reading);
    }
    const { lookEveryMs, lookEveryMsMax } = limits.sessions.life;
    this.#pauseMs = isAwake ? lookEveryMs : Math.min(2 * this.#pauseMs, lookEveryMsMax);
    this[Symbol.dispose]();
    if (byAgent.size > 0) this.#lookAt(this.#pauseMs);
  }

  /** What was seen of a session lasts as long as that is open. */
  #forgetEnded(): void {
    for (const session of this.#seen) {
      if (this.#ports.agentOf(session) === undefined) this.#seen.delete(session);
    }
  }

  #read([first]: readonly Command[], before: TreeReading | undefined): TreeReading | undefined {
    const { trees, onGone } = this.#ports;
    if (first === undefined || trees === undefined) return undefined;
    const reading = trees.read(first.agent);
    if (reading === undefined && before !== undefined && !trees.isAlive(first.agent))
      onGone(before.to);
    return reading;
  }

  /** True when none of the commands has lived since the look before. */
  #judge(
    commands: readonly Command[],
    before: TreeReading | undefined,
    reading: TreeReading,
  ): boolean {
    let areDormant = true;
    let since = Number.POSITIVE_INFINITY;
    for (const { call } of commands) {
      if (isSeenAtWork(call.startedAt, reading)) this.#seen.add(call.session);
      const isAwake = before === undefined || mayHaveRun(call.startedAt, before, reading);
      if (isAwake) areDormant = false;
      if (isAwake || !this.#seen.has(call.session)) continue;
      this.#ports.calls.slept(call.id, { from: before.from, to: reading.to });
      since = Math.min(since, before.from);
    }
    if (since < Number.POSITIVE_INFINITY) this.#ports.onDormant(since);
    return areDormant;
  }

  /** Open commands whose processes can be seen. */
  #commands(): readonly Command[] {
    return this.#ports.calls.open().flatMap((call) => {
      if (call.reach.kind !== "shell") return [];
      const agent = this.#ports.agentOf(call.session);
      return agent === undefined ? [] : [{ call, agent }];
    });
  }

  #lookAt(inMs: number): void {
    const { clock } = this.#ports;
    const at = (clock.mono() + inMs) as MonoMs;
    if (this.#alarm !== undefined && this.#alarm.at <= at) return;
    this[Symbol.dispose]();
    this.#alarm = { at, handle: clock.alarm(at, () => this.#lookNow()) };
  }
}

interface Command {
  readonly call: AgentCall;
  readonly agent: ProcessMark;
}

function keyOf({ pid, startTicks }: ProcessMark): string {
  return `${pid} ${startTicks}`;
}
