import type { ProcessMark } from "@unf/core/ports";
import { readStatFields } from "./process-facts.ts";

export interface Activity extends ProcessMark {
  /**
   * Grows whenever the process, or a child that it has waited for, has run: in ticks of 10 ms, with the
   * page faults of such children, because short ones have no ticks.
   */
  readonly activity: number;
}

/** As `readStatFields` numbers them. */
const fieldOf = { childFaults: 11, times: [14, 15, 16, 17], started: 22 } as const;

/** `undefined` when it is gone. */
export function readActivity(pid: number): Activity | undefined {
  const stat = readStatFields(pid);
  if (stat === undefined) return undefined;
  const field = (at: number): number => Number(stat.field(at));
  const activity = fieldOf.times.reduce((sum, at) => sum + field(at), field(fieldOf.childFaults));
  return { pid, startTicks: field(fieldOf.started), activity };
}
