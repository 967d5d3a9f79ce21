import { minute } from "./units.ts";

/** The bounds of what goes when nothing needs it any more. */
export const collectLimits = {
  /** The collection of objects that nothing needs. */
  collect: {
    /** Longer than any capture takes from its look into the store to its commit, by far. */
    graceMs: 60 * minute,
    /** Time to notice that something is missing, and to put it back. */
    trashMs: 24 * 60 * minute,
    /** Keeps what operations of the last week named, so that they can be taken back. */
    operationMs: 7 * 24 * 60 * minute,
    /** Some 4 MiB of digests; the rows are read once for as many. */
    candidatesMax: 32_768,
    /** A pack is written anew once this part of it is dead: less would be work for little. */
    deadShare: 0.25,
  },
} as const;
