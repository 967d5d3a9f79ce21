import { second } from "./units.ts";

/** Looking for the processes that write: together a tenth of a core, while a command runs. */
export const probeLimits = {
  /** Longest that one look may take. */
  workMs: 2,
  perSecond: 50,
  /** Looks that may follow each other at once. */
  atOnce: 5,
  /** Files of one look. */
  probedPathsMax: 16,
  lookEveryMs: 20,
  /**
   * The writer of a file that was closed since is not looked for anew at once: compilers go on and
   * on.
   */
  sameFileMs: 1 * second,
  /** Longest from a write until the event of it is heard. */
  lateEventMs: second,
  /** Looks for one writer: each goes on where the one before had no time left. */
  looksMax: 25,
  /** The same two beside agents without hooks, whose bytes tell most of it: a hundredth of a core. */
  rareEveryMs: 100,
  rareLooksMax: 5,
} as const;
