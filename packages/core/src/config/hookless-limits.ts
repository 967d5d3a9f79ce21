import { minute, second } from "./units.ts";

/**
 * Looks at agents without hooks: together a fiftieth of a core at most. Apart from `limits`, which the
 * hook loads that an agent waits for.
 */
export const hooklessLimits = {
  /** Agents just started are looked for this often, where a process has begun at all. */
  listEveryMs: 2 * second,
  /** While no change is recorded. */
  calmListEveryMs: 5 * second,
  /** Then it rests for so many times as long as it took, too, so that it costs nothing that shows. */
  listRests: 5000,
  /** The longest that it rests. */
  listRestMsMax: 10 * second,
  /** Everybody is looked at again for another program so often. */
  reviewEveryMs: minute,
  /** Processes that are made out in one go: who they are is asked once. */
  madeOutMax: 512,
  /** After a change. */
  soonMs: 60,
  /** From one look to the next while changes come: each has what it tells of committed. */
  lookEveryMs: 400,
  /** While the agent works and nothing changes. */
  quietEveryMs: 1 * second,
  /** While it does next to nothing. */
  idleEveryMs: 2500,
  /** It did next to nothing for so long: then there are no more looks until it does, or a change is recorded. */
  restedMs: minute,
  /** One counts as at work for so long after it was. */
  busyMs: 10 * second,
  /** In a second, of 10 ms each: a program that waits for its keys takes less. */
  busyTicks: 3,
  /** The longest that looks rest. */
  restMsMax: 1 * second,
  /** Times as long as a look took passes before the next: what is told and judged then takes twice that. */
  restsMin: 200,
  /** A second question within this gets the look before. */
  sharedMs: 50,
  /** A second question within this, whether an agent has run, gets the same answer. */
  activitySharedMs: second / 2,
  /** Looks that are kept: those of at least some seconds. */
  readingsMax: 64,
  /** Nobody is named by two looks that lie further apart. */
  bracketMsMax: 4 * second,
  /** A program that only waits for its keys runs so long in that time. */
  dozingNs: 10_000_000,
  /** Of which hooks tell is known by then: an agent calls its first one when it starts. */
  settledMs: 3 * second,
  /** A pause longer than this parts one stretch of an agent's work from the next. */
  pauseMs: 5 * minute,
  /** Agents of one user at which is looked. */
  agentsMax: 16,
  /** Processes below one agent that are remembered when they have lost their parent. */
  descendantsMax: 64,
} as const;
