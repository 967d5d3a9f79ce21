import type { SilentWork } from "./supervision.ts";

/** What can be seen from outside of a daemon that does not answer. */
export interface SilentFacts {
  /** The state of its main thread as Linux tells it (proc(5)); `undefined` elsewhere. */
  readonly state: string | undefined;
  /** It left word that it does work that may take long, and has not taken that back. */
  readonly isAnnounced: boolean;
}

/** Decides whether a silence is explained; `undefined`: it is not, and the daemon may hang. */
export function judgeSilence({ state, isAnnounced }: SilentFacts): SilentWork | undefined {
  // A sleep that nothing interrupts is a wait for a disk, be it a local or a remote one.
  if (state === "D") return "blocked";
  const isStopped = state === "T" || state === "t";
  return isAnnounced && !isStopped ? "announced" : undefined;
}
