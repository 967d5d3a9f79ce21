import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { AbsPath, MonoMs, WallMs } from "@unf/core/base";
import { hooklessLimits } from "@unf/core/config";
import type { AgentProcess, AgentSigns, Clock, ProcessMark } from "@unf/core/ports";
import { readLineage } from "../process/lineage.ts";
import { bootId, readOwnCpuMs, readStat, readUptimeMs, tickMs } from "../process/process-facts.ts";
import { type ProcessList, readNewestProcess, readProcessList } from "../process/process-list.ts";
import { readCommand } from "../process/processes-above.ts";
import { readLink, tryRead } from "../process/try-read.ts";

/** The conclusions drawn from a process. */
interface Known {
  /** The file that it ran then; `undefined` where that is hidden, and of threads of the kernel. */
  readonly executable: string | undefined;
  readonly member: Member | undefined;
}

/** A process of an agent's program; one that the same agent has started is part of it. */
interface Member extends ProcessMark {
  readonly agent: string;
}

/**
 * Finds agents among the processes of this user, once for all who ask. While no process begins there is
 * nothing to find, and the system tells that with one number.
 */
export class AgentFinder {
  readonly #clock: Clock;
  readonly #signs: AgentSigns;
  readonly #boot = (bootId() ?? "").slice(0, 8);
  readonly #known = new Map<number, Known>();
  #agents: readonly AgentProcess[] = [];
  #askedAt: MonoMs | undefined;
  #reviewedAt: MonoMs | undefined;
  /** How long nobody is looked for while nothing presses. */
  #restMs: number = hooklessLimits.calmListEveryMs;
  /** The process that began last; `undefined` where one was too young to be made out for good. */
  #newest: string | undefined;

  constructor(clock: Clock, signs: AgentSigns) {
    this.#clock = clock;
    this.#signs = signs;
  }

  /** As they were found last. */
  get agents(): readonly AgentProcess[] {
    return this.#agents;
  }

  /** As `AgentProcesses.list`. */
  list(isPressing: boolean): readonly AgentProcess[] {
    const now = this.#clock.mono();
    const everyMs = isPressing ? hooklessLimits.listEveryMs : this.#restMs;
    if (this.#askedAt !== undefined && now - this.#askedAt < everyMs) return this.#agents;
    this.#askedAt = now;
    const newest = readNewestProcess();
    const isReviewDue = now - (this.#reviewedAt ?? now) >= hooklessLimits.reviewEveryMs;
    const hasBegun = newest === undefined || newest !== this.#newest;
    if (!hasBegun && !isReviewDue && !this.#agents.some(hasMoved)) return this.#agents;
    this.#newest = newest;
    if (isReviewDue) this.#forgetChanged();
    if (isReviewDue || this.#reviewedAt === undefined) this.#reviewedAt = now;
    const begin = readOwnCpuMs();
    this.#find(readProcessList());
    const restMs = Math.min(
      (readOwnCpuMs() - begin) * hooklessLimits.listRests,
      hooklessLimits.listRestMsMax,
    );
    this.#restMs = Math.max(hooklessLimits.calmListEveryMs, restMs);
    return this.#agents;
  }

  /** As `AgentProcesses.named`. */
  named(name: string): ProcessMark | undefined {
    const [, boot, pid, ticks] = /^process ([^ ]*) (\d+) (\d+)$/.exec(name) ?? [];
    return boot === this.#boot ? { pid: Number(pid), startTicks: Number(ticks) } : undefined;
  }

  /** A shell may become another program long after it was started. */
  #forgetChanged(): void {
    for (const [pid, { executable }] of this.#known)
      if (readLink(`/proc/${pid}/exe`) !== executable) this.#known.delete(pid);
  }

  #find(all: ProcessList): void {
    for (const pid of this.#known.keys()) if (!all.has(pid)) this.#known.delete(pid);
    const fresh = [...all].filter((pid) => !this.#known.has(pid));
    const uptime = readUptimeMs();
    for (const pid of fresh.slice(-hooklessLimits.madeOutMax)) this.#makeOut(pid, uptime);
    const members = [...this.#known.values()].flatMap(({ member }) => member ?? []);
    const found = members.flatMap((one) => this.#outermost(one, members) ?? []);
    this.#agents = found.slice(-hooklessLimits.agentsMax);
  }

  #makeOut(pid: number, uptime: number): void {
    const stat = readStat(pid);
    if (stat === undefined) return;
    const executable = readLink(`/proc/${pid}/exe`);
    const { startTicks } = stat;
    const member = executable === undefined ? undefined : this.#identify(pid, executable);
    // It may be a copy of its parent that is about to become another program.
    const isYoung = uptime - startTicks * tickMs < hooklessLimits.settledMs;
    if (isYoung && member === undefined) this.#newest = undefined;
    else
      this.#known.set(pid, {
        executable,
        member: member === undefined ? undefined : { pid, startTicks, agent: member },
      });
  }

  #identify(pid: number, executable: string): string | undefined {
    return this.#signs.identify({
      ...{ executable, command: readCommand(pid) },
      resolve: (word) => {
        const directory = readLink(`/proc/${pid}/cwd`) ?? "/";
        return tryRead(() => realpathSync(resolve(directory, word)));
      },
    });
  }

  /** `undefined` for one that the same agent has started: a launcher runs the agent proper. */
  #outermost(one: Member, members: readonly Member[]): AgentProcess | undefined {
    const [, ...above] = readLineage(one.pid).lineage;
    const directory = readDirectory(one);
    if (directory === undefined) return undefined;
    const isOuter = (other: Member, mark: ProcessMark): boolean =>
      other.agent === one.agent && isSame(other, mark);
    // One that works elsewhere is at work of its own.
    const isInner = above.some(
      (mark) => members.some((other) => isOuter(other, mark)) && readDirectory(mark) === directory,
    );
    if (isInner) return undefined;
    const name = `process ${this.#boot} ${one.pid} ${one.startTicks}`;
    const bootAt = this.#clock.wall() - readUptimeMs();
    const bornAt = (bootAt + one.startTicks * tickMs) as WallMs;
    return { ...one, name, bornAt, directory: directory as AbsPath, above };
  }
}

/** One that has gone stays where it was. */
function hasMoved(agent: AgentProcess): boolean {
  const directory = readDirectory(agent);
  return directory !== undefined && directory !== agent.directory;
}

function readDirectory({ pid }: ProcessMark): string | undefined {
  return readLink(`/proc/${pid}/cwd`);
}

export function isSame(a: ProcessMark, b: ProcessMark): boolean {
  return a.pid === b.pid && a.startTicks === b.startTicks;
}
