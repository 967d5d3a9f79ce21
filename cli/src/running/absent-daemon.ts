import type { Running } from "@unf/answers";
import type { WallMs } from "@unf/core/base";
import { parseUtc, renderClock, renderLocalIso, type Viewer } from "@unf/core/time";
import { howFar } from "./unfinished-text.ts";

/** The work that keeps a daemon from answering, and what ends that; `undefined`: no work does. */
export function absenceText(
  { occupant, busy, intended }: Running,
  viewer: Viewer,
): string | undefined {
  if (occupant !== undefined) {
    const { pid, command, since } = occupant;
    const from = since === undefined ? "" : ` since ${sayInstant(since, viewer)}`;
    const after = intended ? "; recording goes on when it ends" : "";
    return `${command} (pid ${pid}) has held the recorder's place${from}${after}`;
  }
  if (busy !== undefined) {
    const { pid, what, since } = busy;
    return `daemon ${pid} does not answer: at work since ${sayInstant(since, viewer)} (${what}); recording goes on when that is done`;
  }
  return undefined;
}

/** The work of an answering daemon beside recording; empty where it only records. */
export function busyText({ daemon }: Running, viewer: Viewer): string {
  const since = daemon?.busy == null ? undefined : parseUtc(daemon.busy.since);
  if (since === undefined) return "";
  const [order] = daemon?.orders ?? [];
  const far = order === undefined ? "" : `, ${howFar(order)}`;
  return `${daemon?.busy?.what} since ${sayInstant(since, viewer)}${far}`;
}

const dayMs = 24 * 3600_000;

function sayInstant(at: WallMs, { now, zone }: Viewer): string {
  return now - at < dayMs ? renderClock(at, zone) : renderLocalIso(at, zone);
}
