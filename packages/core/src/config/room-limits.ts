import { KiB, MiB, minute, second } from "./units.ts";

/** Bounds of what the store takes, and of finding that out. */
export const roomLimits = {
  /** The count that `unf watch` makes before it begins. */
  estimate: {
    /** From here on a person is asked: no source tree has so many files or bytes of text. */
    filesMax: 200_000,
    bytesMax: 2 * 1024 * MiB,
    /** Part of the store's cap. */
    capShare: 0.5,
    /** Counting ends then: whatever else there is, it is too much. Some 100,000 files take a second. */
    countedMax: 1_000_000,
    msMax: 5 * second,
    /** Directories that are named. */
    namedMax: 3,
  },

  /** Room for the store on its disk. */
  cap: {
    /** Default, where the disk is large: years of text for most. */
    bytes: 5 * 1024 * MiB,
    /** Default, where it is small. */
    diskShare: 0.1,
    /** Part of the cap from which on `unf status` warns. */
    warnedShare: 0.8,
    /** The part of the cap that thinning aims at, so that it is not needed again the next day. */
    relievedShare: 0.9,
    /** Room of a version besides its content: its row, and the rest of the object's last block. */
    rowBytes: 4 * KiB,
    /** Measuring a store of 200,000 objects costs 1 s of one core, and some 10 ms where few came or went. */
    measureMs: 30 * minute,
    /** Between two walks that look at every object, whatever was noted of it. */
    wholeMs: 24 * 60 * minute,
    /**
     * A directory that changed so shortly before a walk is not noted: times of files count in steps
     * of up to 2 s.
     */
    settledMs: 3 * second,
    /** The same when more was written since than the cap has room for, by the sizes of the rows. */
    hurriedMs: 1 * minute,
    /** Between two attempts when the last one did not help. */
    retryMs: 60 * minute,
  },

  /** Copies of a timeline from before it was brought to a newer format. */
  backup: {
    /** The way back from the last two migrations. */
    keptMax: 2,
    /** Of the timeline's size: the copy, its tables written anew, and some pages. */
    roomFactor: 2.6,
  },

  usage: {
    /** Lines of `unf du` without `-n`: one screen. */
    rows: 20,
  },
} as const;
