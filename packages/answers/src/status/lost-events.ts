import type { WallMs } from "@unf/core/base";
import { countOf } from "@unf/core/query";
import { parseUtc, renderAgo } from "@unf/core/time";
import type { DaemonStatus } from "@unf/protocol";

/** A sentence for a person where the daemon has lost what agents told since it was started. */
export function lostEventsWarning(
  daemon: DaemonStatus | undefined,
  now: WallMs,
): string | undefined {
  const lost = daemon?.lost_events;
  if (lost == null) return undefined;
  const at = parseUtc(lost.last_at);
  const when = at === undefined ? "" : `, the last ${renderAgo(now - at)}`;
  return `${countOf(lost.events, "event")} of agents ${lost.events === 1 ? "was" : "were"} lost${when}: who wrote what around then may not be known`;
}
