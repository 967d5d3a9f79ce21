import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";

/**
 * Moves the instant from which ages are counted towards what the wall clock says, by at most a day for
 * each hour that the recorder ran: an hour of a clock that is years ahead makes nothing older than a day
 * more, and after a month of absence it has caught up within thirty hours. `ranMs`: by the monotonic
 * clock, since `countedTo` was true.
 */
export function stepAgeClock(countedTo: WallMs, wall: WallMs, ranMs: number): WallMs {
  const reach = Math.max(0, ranMs) * limits.retention.agedPerRun;
  const step = Math.min(Math.abs(wall - countedTo), reach);
  return (countedTo + Math.sign(wall - countedTo) * step) as WallMs;
}

/** From when ages are counted now: never from what is still to come. */
export function agesFrom(countedTo: WallMs, wall: WallMs): WallMs {
  return Math.min(countedTo, wall) as WallMs;
}
