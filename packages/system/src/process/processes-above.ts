import { readProc, readStat } from "./process-facts.ts";

/** A process that this one descends from. */
export interface ParentProcess {
  readonly pid: number;
  /** Its short name, at most 15 bytes. */
  readonly name: string;
  /** Its command line, word by word; empty where the system does not tell. */
  readonly command: readonly string[];
  /** When it was started, which tells it from another one with its number. */
  readonly startTicks: number;
}

/** Nobody has more processes above one. */
const generationsMax = 64;

/**
 * The processes above this one, the nearest first, up to the first of the system: in a container that
 * may be the agent itself. Empty off Linux; it ends where processes of others are hidden.
 */
export function readProcessesAbove(): readonly ParentProcess[] {
  const found: ParentProcess[] = [];
  for (let pid = process.ppid; pid > 0 && found.length < generationsMax; ) {
    const stat = readStat(pid);
    if (stat === undefined) break;
    const { name, startTicks } = stat;
    found.push({ pid, name, command: readCommand(pid), startTicks });
    pid = stat.parent;
  }
  return found;
}

/** The words of a process's command line; empty when it is gone or hidden, and of kernel threads. */
export function readCommand(pid: number): readonly string[] {
  const text = readProc(`/proc/${pid}/cmdline`) ?? "";
  return text
    .replace(/\0+$/, "")
    .split("\0")
    .filter((word, at) => at > 0 || word !== "");
}
