import { minute } from "./units.ts";

/** How a recorded history is cut into commits, and other programs' histories are taken over. */
export const exchangeLimits = {
  /** After so long without a change the next one is another piece of work: a coffee. */
  silenceMs: 5 * minute,
  /** A turn or session that is silent for so long may be written down; more of it comes apart. */
  namedSilenceMs: 24 * 60 * minute,
  /** Files that are named one by one when they are left out; the rest is counted. */
  namedMax: 20,
} as const;
