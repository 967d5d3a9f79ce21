import type { ProcessMark } from "@unf/core";
import { readProc } from "./process-facts.ts";

export interface Activity extends ProcessMark {
  /**
   * Grows whenever the process, or a child that it has waited for, has run: in ticks of 10 ms, with the
   * page faults of such children, because short ones have no ticks.
   */
  readonly activity: number;
}

/** The fields of `/proc/PID/stat` behind the name that count from 3, as proc(5) numbers them. */
const fieldOf = { childFaults: 11, times: [14, 15, 16, 17], started: 22 } as const;

/** `undefined` when it is gone. */
export function readActivity(pid: number): Activity | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name stands in brackets and may itself hold brackets and spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (at: number): number => Number(fields[at - 3]);
  const activity = fieldOf.times.reduce((sum, at) => sum + field(at), field(fieldOf.childFaults));
  return { pid, startTicks: field(fieldOf.started), activity };
}
