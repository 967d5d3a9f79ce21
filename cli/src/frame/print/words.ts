import { escapeForDisplay } from "@unf/core/query";
import type { EventType, Gap, GapReason, LineCounts } from "@unf/core/timeline";
import { countOf } from "./columns.ts";

const letters: Readonly<Record<EventType, string>> = {
  create: "A",
  modify: "M",
  delete: "D",
  rename: "R",
};

/** `A`, `M`, `D` or `R`. */
export function eventLetter(event: EventType): string {
  return letters[event];
}

const gapReasons: Readonly<Record<GapReason, string>> = {
  daemon_away: "daemon away",
  overflow: "too many events at once",
  watch_limit: "watch limit reached",
  root_unavailable: "directory away",
  disk_full: "disk full",
  io_error: "store could not be written",
  clock_jump: "clock jumped",
  watcher_failed: "watcher failed",
  too_fast: "changed too fast",
};

/** Why versions may be missing, in a few words. A reason of a newer daemon is shown as it is. */
export function gapReason({
  reason,
  path,
  statesMissed,
}: Pick<Gap, "reason" | "path" | "statesMissed">): string {
  const words = gapReasons[reason] ?? escapeForDisplay(String(reason));
  if (path === undefined) return words;
  return `${escapeForDisplay(path)} ${words}, about ${countOf(statesMissed ?? 0, "state")} not kept`;
}

/** `+12 -3`, `+41`, `-7`; empty where nothing was counted. Upper bounds have a `~`. */
export function countsText(counts: LineCounts | null): string {
  if (counts === null) return "";
  const { added, removed, exact } = counts;
  const text = [added > 0 ? `+${added}` : "", removed > 0 ? `-${removed}` : ""]
    .filter((part) => part !== "")
    .join(" ");
  return `${exact ? "" : "~"}${text === "" ? "+0" : text}`;
}
