import { day, hour, MiB, minute, second } from "./units.ts";

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

  /** Packs of old contents. */
  pack: {
    /** Rewriting one takes seconds; a home at its cap has some hundred of them. Unit: of the file. */
    bytesMax: 16 * MiB,
    /** The index of so many is read in one go where every digest is asked for: 1.3 MB. */
    entriesMax: 32_768,
    /** A larger content would take longer than 10 ms to read. It stays an object. */
    contentBytesMax: 4 * MiB,
    /** Contents that must be expanded to read one: each takes some 20 µs, whatever its size. */
    depthMax: 48,
    /** The same in bytes of all of them: each MiB takes about 1 ms. */
    pathBytesMax: 5 * MiB,
    /** A content that a row of the last week names is still compared, shown and restored. */
    coldMs: 7 * 24 * 60 * minute,
    /** What was written as an object later than this ago is left alone. */
    graceMs: 60 * minute,
    /** Fewer contents than this are not worth a pack, unless they have as many bytes as the other. */
    countMin: 100,
    contentBytesMin: 1 * MiB,
    /** After each slice of packing: half of a core is left to everything else. */
    restMs: 8,
    /** No row for so long, and packing goes on. */
    quietMs: 30 * second,
    /** Packs below a quarter of the full size are merged when there are so many of them. */
    mergeMin: 4,
  },
} as const;
