import type { Entry, Instant } from "../happenings/entry.ts";

/** Happenings on both sides of an instant, each by the state that it left. */
export interface Neighbours {
  /** The one before the last; undefined where nothing that is listed is older. */
  readonly earlier: Entry | undefined;
  /** Undefined where everything that is listed is older: after that is now. */
  readonly later: Entry | undefined;
  /** The newest one that the instant still knows of. */
  readonly last: Entry | undefined;
}

/** `entries`: newest first. `at`: null means now. */
export function neighboursOf(entries: readonly Entry[], at: Instant | null): Neighbours {
  const changes = entries.filter(({ files, kind }) => files > 0 && kind !== "baseline");
  const last = changes.find(({ to }) => at === null || to <= at);
  return {
    earlier: last && changes.find(({ to }) => to < last.to),
    later: at === null ? undefined : changes.findLast(({ to }) => to > at),
    last,
  };
}
