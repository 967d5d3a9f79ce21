import type { SilentWork } from "./supervision.ts";

/** Facts seen from outside of a daemon that does not answer. */
export interface SilentFacts {
  /** The state of its main thread as Linux tells it (proc(5)); `undefined` elsewhere. */
  readonly state: string | undefined;
  /** It waits for a program that it started to flush a disk. */
  readonly isFlushing: boolean;
  /** It left word that it does work that may take long, and has not taken that back. */
  readonly isAnnounced: boolean;
}

/** Decides whether a silence is explained; `undefined`: it is not, and the daemon may hang. */
export function judgeSilence(facts: SilentFacts): SilentWork | undefined {
  const { state, isFlushing, isAnnounced } = facts;
  if (state === "T" || state === "t") return undefined;
  // A sleep that nothing interrupts is a wait for a disk, be it a local or a remote one.
  if (state === "D" || isFlushing) return "blocked";
  return isAnnounced ? "announced" : undefined;
}
