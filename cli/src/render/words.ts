import {
  type EventType,
  escapeForDisplay,
  type Gap,
  type GapReason,
  type LineCounts,
  type Snapshot,
} from "@unf/core";
import type { ListedVersion } from "../log/listing.ts";
import { countOf } from "./columns.ts";
import type { Signs } from "./view.ts";

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

/** The path, for a rename the one it came from, and for a departure the one it went to. */
export function pathText(
  { snapshot, renamedTo }: Pick<ListedVersion, "snapshot" | "renamedTo">,
  signs: Pick<Signs, "from" | "to">,
): string {
  const { path, renamedFrom } = snapshot;
  const name = escapeForDisplay(path);
  if (renamedTo !== undefined) return `${name} ${signs.to} ${escapeForDisplay(renamedTo.path)}`;
  return renamedFrom === null ? name : `${name} ${signs.from} ${escapeForDisplay(renamedFrom)}`;
}

/** What is unusual about a version, in a few words; empty for most. */
export function remarkText({ snapshot, source }: ListedVersion): string {
  const missing = snapshot.withheld === true ? notKeptText(snapshot) : "content lost";
  const remarks = [
    source.isKept(snapshot) ? "" : missing,
    snapshot.settled ? "" : "interim",
    snapshot.cause === "baseline" ? "baseline" : "",
    snapshot.cause === "excluded" ? "no longer recorded" : "",
    snapshot.cause === "renamed" ? "renamed" : "",
    snapshot.operation === null ? "" : `op-${snapshot.operation}`,
  ];
  return remarks.filter((remark) => remark !== "").join(", ");
}

/** Why of a version only digest and size were recorded. */
function notKeptText({ unrecordable }: Partial<Pick<Snapshot, "unrecordable">>): string {
  if (unrecordable === undefined) return "content not kept";
  return `${unrecordable === "binary" ? "binary" : "too large"}, content not kept`;
}
