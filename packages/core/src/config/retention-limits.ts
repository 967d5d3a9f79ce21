import { day, hour, minute } from "./units.ts";

/** The part of `limits` about how much room history takes, and about when the daemon sees to it. */
export const retentionLimits = {
  /** How history thins as it ages. */
  retention: {
    /** Default of the setting `retention.keep_all`: a day of work can be gone through save by save. */
    keepAllMs: 24 * hour,
    /** What is thinned earlier would be missed by whoever still works on it. */
    keepAllMsMin: 1 * hour,
    /** Defaults of `retention.hourly` and `retention.daily`. */
    hourlyMs: 7 * day,
    dailyMs: 30 * day,
    /** Rows of one transaction: some 10 ms. */
    rowsAtOnce: 250,
    /** Longer is for ever. */
    ageMsMax: 36_500 * day,
  },

  /** What the daemon does to keep the home small, beside recording. */
  housekeeping: {
    /** Nothing was recorded for so long: nobody waits for anything then. */
    silenceMs: 5 * minute,
    /** Between two runs of most jobs. */
    everyMs: 24 * hour,
    /** After a failure. */
    retryMs: 1 * hour,
  },
} as const;
