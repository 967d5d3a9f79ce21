import { readFileSync } from "node:fs";
import { systemCode } from "@unf/core/base";

/** One process, told apart from a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in clock ticks since boot; `undefined` where the system does not tell. */
  readonly startTicks: number | undefined;
}

/** Of the type the system holds it in; Node refuses a larger one. */
const pidMax = 2 ** 31 - 1;

/** This process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, startTicks: startTicks(process.pid) };
}

/** When a process started, in clock ticks since boot; `undefined` when it is gone, and off Linux. */
export function startTicks(pid: number): number | undefined {
  return readStat(pid)?.startTicks;
}

/**
 * True while the process runs. With `startTicks`, only when it is that very process. A process that
 * has ended and waits for its parent to notice does not run.
 */
export function isAlive({ pid, startTicks }: ProcessIdentity): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid > pidMax) return false;
  if (process.platform === "linux") {
    const stat = readStat(pid);
    if (stat !== undefined) {
      const isSame = startTicks === undefined || startTicks === stat.startTicks;
      return isSame && stat.state !== "Z" && stat.state !== "X";
    }
  }
  return answers(pid);
}

/** Identifies the run of the system since it was started; `undefined` off Linux. */
export function bootId(): string | undefined {
  return readProc("/proc/sys/kernel/random/boot_id")?.trim();
}

/** Also where /proc is hidden from us. */
function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === "EPERM") return true;
    if (systemCode(thrown) === "ESRCH") return false;
    throw thrown;
  }
}

/** The facts that Linux tells of a process. */
export interface ProcessStat {
  /** The program's name, cut to 15 bytes. */
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  /** The number of the terminal that controls it; 0 where none does. */
  readonly terminal: number;
  readonly startTicks: number;
}

/** `undefined` when it is gone, and off Linux. */
export function readStat(pid: number): ProcessStat | undefined {
  const stat = readStatFields(pid);
  if (stat === undefined) return undefined;
  const { name, field } = stat;
  const [state, startTicks] = [field(3), Number(field(22))];
  if (state === "" || !Number.isSafeInteger(startTicks)) return undefined;
  return { name, state, parent: Number(field(4)), terminal: Number(field(7)), startTicks };
}

/** The program's name, and the fields behind it as proc(5) numbers them, from 3; empty where there is none. */
interface StatFields {
  readonly name: string;
  readonly field: (at: number) => string;
}

/** `undefined` when it is gone, and off Linux. */
export function readStatFields(pid: number, read: ReadFile = readProc): StatFields | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name stands in brackets, and may itself hold brackets and spaces.
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const name = text.slice(text.indexOf("(") + 1, end);
  return { name, field: (at) => fields[at - 3] ?? "" };
}

/** True when the main thread of a process has started a program of this name that runs. */
export function hasChildNamed(pid: number, name: string): boolean {
  const children = readProc(`/proc/${pid}/task/${pid}/children`)?.trim() ?? "";
  return children
    .split(" ")
    .some((child) => child !== "" && readStat(Number(child))?.name === name);
}

/** Linux counts in hundredths of a second whatever its own clock does. */
export const tickMs = 10;

/** Processor time that this process has taken so far, to parts of a millisecond. */
export function readOwnCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How long the system runs. */
export function readUptimeMs(): number {
  return Number.parseFloat(readProc("/proc/uptime") ?? "0") * 1000;
}

/** Reads a file of `/proc`; `undefined` when the process is gone or hidden, and off Linux. */
export type ReadFile = (path: string) => string | undefined;

/** The text of a file of `/proc`; `undefined` when the process is gone or hidden, and off Linux. */
export const readProc: ReadFile = (path) => {
  if (process.platform !== "linux") return undefined;
  try {
    // The one encoding that Node reads with in one go, in half the time of the others.
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(systemCode(thrown) ?? "")) return undefined;
    throw thrown;
  }
};
