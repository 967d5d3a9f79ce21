import { readdirSync, readFileSync } from "node:fs";

/** Resident memory of a process. Unit: MB of 10^6 bytes. */
export function readRss(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kib) * 1024) / 1e6;
}

/** The part of it that is this process's, pages that others share counted by how many share them. Unit: MB. */
export function readPss(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return (Number(kib) * 1024) / 1e6;
}

/** Processor time of the threads that a process has now, as the scheduler counts it. Unit: ms, exact to the µs. */
export function readExactCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
    return sum + Number(stat.split(" ")[0]) / 1e6;
  }, 0);
}

/** Processor time that a process has used. Unit: ms; the system counts in steps of 10. */
export function readCpuMs(pid: number | "self"): number {
  const [user, system] = readTimes(pid);
  return user + system;
}

/** Processor time of the children that have ended and were waited for. Unit: ms, in steps of 10. */
export function readChildrenCpuMs(): number {
  const [, , user, system] = readTimes("self");
  return user + system;
}

/** `utime`, `stime`, `cutime`, `cstime` of proc(5), whose unit is 10 ms on every Linux. */
function readTimes(pid: number | "self"): [number, number, number, number] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const at = (index: number): number => Number(fields[index]) * 10;
  return [at(11), at(12), at(13), at(14)];
}
