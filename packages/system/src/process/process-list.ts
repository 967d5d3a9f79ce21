import { readdirSync } from "node:fs";
import { readProc } from "./process-facts.ts";

/** Numbers of the processes that run, ascending, without those that have none. */
export type ProcessList = ReadonlySet<number>;

/** To be called where there is a `/proc`. */
export function readProcessList(): ProcessList {
  return new Set(
    readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0),
  );
}

/** The number given last: another one once a process, or a thread of one, has begun since. */
export function readNewestProcess(): string | undefined {
  return readProc("/proc/loadavg")?.trimEnd().split(" ").at(-1);
}
