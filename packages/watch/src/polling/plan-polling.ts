import { limits } from "@unf/core";

/** How a root is polled. `sweeps`: only by the consumer's own, every `everyMs`. */
export interface PollingPlan {
  readonly by: "chokidar" | "sweeps";
  /** Unit: ms. */
  readonly everyMs: number;
}

/**
 * Decides who polls a tree of so many entries, and how often. `carries`: the root's path is one that
 * chokidar can be given.
 */
export function planPolling(entries: number, carries: boolean): PollingPlan {
  const { pollMs, pollMsMax, pollEntriesMax } = limits.watch;
  const share = Math.min(1, entries / pollEntriesMax);
  const everyMs = Math.round(pollMs + share * (pollMsMax - pollMs));
  return { by: carries && entries <= pollEntriesMax ? "chokidar" : "sweeps", everyMs };
}
