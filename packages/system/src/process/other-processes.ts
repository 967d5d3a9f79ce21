import { readdirSync, readlinkSync } from "node:fs";
import {
  type AbsPath,
  type Clock,
  limits,
  type OtherProcess,
  type OtherProcesses,
  type OthersReading,
  type ProcessMark,
  type WallMs,
} from "@unf/core";
import { readBytes } from "./process-bytes.ts";
import { type ProcessStat, readStat, readUptimeMs, tickMs } from "./process-facts.ts";
import { tryRead } from "./try-read.ts";

/**
 * Looks for people at their terminals; to be called where there is a `/proc`. `recorder`: the process
 * that, with all below it, is nobody who works beside an agent.
 */
export function openOtherProcesses(clock: Clock, recorder = process.pid): OtherProcesses {
  return new ProcOthers(clock, recorder);
}

/**
 * Told of a process at the first look at it. `fresh`: it has no terminal, but is so young that it may
 * be about to get one.
 */
type Kind = "person" | "agent" | "nobody" | "fresh";

class ProcOthers implements OtherProcesses {
  readonly #clock: Clock;
  readonly #recorder: number;
  readonly #known = new Map<number, Kind>();
  /** The agents by which that was told. */
  #agents = "";

  constructor(clock: Clock, recorder: number) {
    this.#clock = clock;
    this.#recorder = recorder;
  }

  read(
    root: AbsPath,
    agents: readonly ProcessMark[],
    below: readonly ProcessMark[],
  ): OthersReading {
    const from = this.#clock.wall();
    const uptime = readUptimeMs();
    this.#listNew(agents, below, uptime);
    const terminals = new Set(agents.map(({ pid }) => readStat(pid)?.terminal));
    const processes: OtherProcess[] = [];
    for (const [pid, kind] of this.#known) {
      if (kind !== "person") continue;
      const stat = readStat(pid);
      // What shares the agent's terminal is the shell that waits for it, or was left behind by it.
      if (stat === undefined || stat.terminal === 0 || terminals.has(stat.terminal)) continue;
      const bytes = isNear(readDirectory(pid), root) ? readBytes(pid) : undefined;
      if (bytes === undefined) continue;
      const { startTicks } = stat;
      const bornAt = (from - uptime + startTicks * tickMs) as WallMs;
      processes.push({ pid, startTicks, bornAt, bytes });
    }
    return { from, to: this.#clock.wall(), processes };
  }

  openFiles({ pid, startTicks }: ProcessMark): readonly string[] {
    if (readStat(pid)?.startTicks !== startTicks) return [];
    const descriptors = tryRead(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
    return descriptors.flatMap((fd) => tryRead(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []);
  }

  #listNew(agents: readonly ProcessMark[], below: readonly ProcessMark[], uptime: number): void {
    const all = listProcesses();
    const there = new Set(all);
    const key = agents.map(({ pid, startTicks }) => `${pid} ${startTicks}`).join();
    const isAnew = key !== this.#agents;
    this.#agents = key;
    // Who was once below an agent is so for ever, also when it has lost its parent.
    for (const [pid, kind] of this.#known)
      if (!there.has(pid) || kind === "fresh" || (isAnew && kind === "person"))
        this.#known.delete(pid);
    for (const { pid } of below) this.#known.set(pid, "agent");
    const roots = new Set([this.#recorder, ...agents.map(({ pid }) => pid)]);
    const unknown = all.filter((pid) => !this.#known.has(pid));
    for (const pid of unknown.slice(0, limits.sessions.life.othersPerLook)) {
      const stat = readStat(pid);
      if (stat !== undefined) this.#known.set(pid, kindOf(pid, stat, roots, uptime));
    }
  }
}

function kindOf(pid: number, stat: ProcessStat, roots: ReadonlySet<number>, uptime: number): Kind {
  if (stat.terminal === 0) {
    const age = uptime - stat.startTicks * tickMs;
    return age < limits.sessions.life.settleMs ? "fresh" : "nobody";
  }
  return isBelow(pid, stat, roots) ? "agent" : "person";
}

function isBelow(pid: number, { parent }: ProcessStat, roots: ReadonlySet<number>): boolean {
  if (roots.has(pid)) return true;
  for (let at = parent, count = 0; at > 1 && count < generationsMax; count += 1) {
    if (roots.has(at)) return true;
    at = readStat(at)?.parent ?? 0;
  }
  return false;
}

/** Nobody has more processes above one. */
const generationsMax = 64;

/** The newest first. */
function listProcesses(): readonly number[] {
  const names = tryRead(() => readdirSync("/proc")) ?? [];
  return names
    .map(Number)
    .filter((pid) => pid > 0)
    .reverse();
}

function readDirectory(pid: number): string | undefined {
  return tryRead(() => readlinkSync(`/proc/${pid}/cwd`));
}

/** True where one who stands there is likely to name files in `root`: in it, or above it. */
function isNear(directory: string | undefined, root: AbsPath): boolean {
  if (directory === undefined) return false;
  return isIn(root, directory) || isIn(directory, root);
}

function isIn(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}
