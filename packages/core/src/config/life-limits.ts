import { second } from "./units.ts";

/** Looks at the processes of a command, while it is open. */
export const lifeLimits = {
  lookEveryMs: 250,
  /** While all of them sleep. */
  idleEveryMs: second,
  /** While none lives the looks grow this rare. */
  lookEveryMsMax: 2 * second,
  /** After a change that the command may have made. */
  soonMs: 60,
  /** After a file was closed: by then all that was written to it is counted. */
  closedMs: 15,
  /** Looks because of that are at least so far apart. */
  apartMs: 80,
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
  /** Between two looks at those outside all trees, which are many. */
  othersEveryMs: 250,
  /** Whether one of them has to do with the project is asked at first sight, and then so rarely. */
  concernEveryMs: 60 * second,
  /** Of so many in one look: each may have hundreds of files open. */
  concernsPerLook: 48,
  /** So long a page that was changed may wait to be written to the disk: what changes it anew is not counted. */
  dirtyMs: 60 * second,
  /** An editor without a terminal that saves writes a little besides, as into its log. Unit: bytes. */
  extraBytesMax: 4 * 1024,
  /** The same of a program of which nothing shows that it has to do with the project. */
  strangerExtraBytesMax: 256,
  /** Work seen at a smaller share of looks is not what a program does all the time. */
  rareShare: 0.1,
  /** So many looks must have shown that. */
  steadyLooksMin: 8,
  /** Larger trees are not read: something of them lives. */
  treeMax: 256,
  /** A write is told of a little before the kernel has counted it. */
  countedMs: 10,
  /** A change that no complete look follows within this stays with what the hooks say. */
  settleMs: 2 * second,
  /** Looks at one agent that are kept: those of at least some seconds. */
  readingsMax: 64,
} as const;
