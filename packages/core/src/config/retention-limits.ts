import { day, hour, minute, second } from "./units.ts";

/** The part of `limits` about how much room history takes, and about when the daemon sees to it. */
export const retentionLimits = {
  /** How history thins as it ages. */
  retention: {
    /** Default of the setting `retention.keep_all`: a day of work can be gone through save by save. */
    keepAllMs: 24 * hour,
    /** Versions thinned earlier would be missed by whoever still works on the file. */
    keepAllMsMin: 1 * hour,
    /** Defaults of `retention.hourly` and `retention.daily`. */
    hourlyMs: 7 * day,
    dailyMs: 30 * day,
    /** Rows of one transaction: some 10 ms. */
    rowsAtOnce: 250,
    /**
     * Default of the setting `retention.turns`: for so long the states at the edges of agents' turns stay,
     * and those of so many, whichever is more.
     */
    turnsMs: 30 * day,
    turnsLast: 100,
    /** Default of `record.binary_versions`: each takes its whole size, as nothing of it is shared. */
    binaryVersions: 10,
    binaryVersionsMax: 1_000_000,
    /** Default of `retention.operations`: whoever wants a restore undone notices within a month. */
    operationsMs: 30 * day,
    /** Contents that operations wrote and replaced are kept for as long, and an undo needs both. */
    operationsMsMin: 7 * day,
    /** Older than this, a pruning is not taken back any more. */
    finalMs: 24 * hour,
    /** Longer is for ever. */
    ageMsMax: 36_500 * day,
    /** How much older history gets, at most, for the time that the recorder ran: a day an hour. */
    agedPerRun: 24,
  },

  /** The daemon's work that keeps the home small, beside recording. */
  housekeeping: {
    /** Default of the setting `housekeeping.idle`: nobody waits for anything then. */
    idleMs: 5 * minute,
    /** Shorter than this is no pause of anybody. */
    idleMsMin: 1 * second,
    idleMsMax: 1 * day,
    /** Between two runs of most jobs. */
    everyMs: 24 * hour,
    /** Running for so long without silence, a daemon does what is overdue by a whole turn, or was never done. */
    patienceMs: 1 * hour,
    /** After a failure. */
    retryMs: 1 * hour,
    /** How often it is noted how far ages are counted. */
    noteMs: 1 * hour,
  },
} as const;
