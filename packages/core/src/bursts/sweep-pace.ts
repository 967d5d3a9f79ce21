import type { MonoMs } from "../base/brand.ts";
import type { MassLimits } from "./touch-window.ts";

/** Requests for sweeps that wait, and the sweep before them. */
export interface WaitingSweeps {
  /** The first and the last request that wait. */
  readonly firstAt: MonoMs;
  readonly lastAt: MonoMs;
  /** The sweep before: when it ended and how long it took; `undefined` when there was none. */
  readonly before: { readonly endedAt: MonoMs; readonly tookMs: number } | undefined;
}

/** Requests gather this long, so that `mkdir -p a/b/c` and a copy of a tree are one sweep. */
const gatherMs = 30;

/**
 * Decides when what was asked for is swept. During a mass change: once it is quiet, or a second
 * after the first request, but never so often that sweeping takes more than half of the time.
 */
export function decideSweepAt(
  waiting: WaitingSweeps,
  mass: Pick<MassLimits, "quietMs" | "sweepEveryMs"> | undefined,
): MonoMs {
  const { firstAt, lastAt, before } = waiting;
  if (mass === undefined) return (firstAt + gatherMs) as MonoMs;
  const wanted = Math.min(lastAt + mass.quietMs, firstAt + mass.sweepEveryMs);
  const rested = before === undefined ? 0 : before.endedAt + before.tookMs;
  return Math.max(wanted, rested) as MonoMs;
}
