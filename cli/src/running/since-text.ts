import type { WallMs } from "@unf/core/base";
import { renderClock, renderDayHeading, type Viewer } from "@unf/core/time";

/** ` since 14:32`, with the day when that is not today; empty where it is not known. */
export function sinceText(at: WallMs | undefined, viewer: Viewer): string {
  return at === undefined ? "" : ` since ${renderMinute(at, viewer)}`;
}

/** `14:32`, `yesterday 14:32`, `Mon 16 Nov 14:32`. */
export function renderMinute(at: WallMs, viewer: Viewer): string {
  const clock = renderClock(at, viewer.zone).slice(0, 5);
  const day = renderDayHeading(at, viewer);
  if (day === "Today") return clock;
  return `${day === "Yesterday" ? "yesterday" : day} ${clock}`;
}
