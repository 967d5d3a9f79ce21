import { second } from "./units.ts";

/** Looks at the processes of a command, while it is open. */
export const lifeLimits = {
  lookEveryMs: 200,
  /** While all of them sleep. */
  idleEveryMs: second,
  /** While none lives the looks grow this rare. */
  lookEveryMsMax: 2 * second,
  /** After a change that the command may have made. */
  soonMs: 60,
  /** Before that it may be a copy of the agent that is about to become a hook. */
  seenMs: 30,
  /** Time stamps of the kernel and of this process may differ so much. */
  slackMs: 50,
  /** Births are known to 10 ms. */
  bornSlackMs: 20,
  /** Stretches of one command in which none of its processes lived. */
  spansMax: 256,
  /** Processes outside all trees that are made out in one look. */
  othersPerLook: 256,
  /** Larger trees are not read: something of them lives. */
  treeMax: 256,
  /** A write is told of a little before the kernel has counted it. */
  countedMs: 10,
  /** A change that no complete look follows within this stays with what the hooks say. */
  settleMs: 2 * second,
  /** Looks at one agent that are kept: those of at least some seconds. */
  readingsMax: 64,
} as const;
