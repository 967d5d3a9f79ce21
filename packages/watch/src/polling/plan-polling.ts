import { limits } from "@unf/core/config";

/** How a root is polled. `sweeps`: only by the consumer's own, every `everyMs`. */
export interface PollingPlan {
  readonly by: "stats" | "sweeps";
  /** Unit: ms. */
  readonly everyMs: number;
}

/** Decides who polls a tree of so many entries, and how often. */
export function planPolling(entries: number): PollingPlan {
  const { pollMs, pollMsMax, pollEntriesMax } = limits.watch;
  const share = Math.min(1, entries / pollEntriesMax);
  const everyMs = Math.round(pollMs + share * (pollMsMax - pollMs));
  return { by: entries <= pollEntriesMax ? "stats" : "sweeps", everyMs };
}
