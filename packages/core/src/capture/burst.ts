import type { MonoMs } from "../base/brand.ts";

/** When a changing file is read and when it counts as still. All in ms; reasons in `config/limits.ts`. */
export interface BurstLimits {
  /** Silence after which a path whose writer has not closed it is read. */
  readonly quietMs: number;
  /** Longest a touched path waits for that silence. */
  readonly waitMsMax: number;
  /** Least time between two early captures of one path; doubles with each, up to `hotGapMsMax`. */
  readonly hotGapMs: number;
  readonly hotGapMsMax: number;
  /** Silence that ends a burst: the last state is then settled. */
  readonly settleMs: number;
  /** Longest a burst lasts while touches keep coming. */
  readonly burstMsMax: number;
  /** How long a file that suddenly is empty or gone is given to come back before that is recorded. */
  readonly emptyHoldMs: number;
}

/** A path that was touched and has not lain still since. */
export interface Burst {
  readonly openedAt: MonoMs;
  readonly touchedAt: MonoMs;
  /** First touch that no capture has seen; `undefined` when the last capture is up to date. */
  readonly dirtySince: MonoMs | undefined;
  /** True when the last touch said that the file is complete: closed by its writer or moved in. */
  readonly closed: boolean;
  readonly capturedAt: MonoMs | undefined;
  readonly captures: number;
  /** Set once a capture found the file suddenly empty or gone: it is looked at again then. */
  readonly heldUntil: MonoMs | undefined;
}

/** A touch opens a burst or prolongs the one that is open. */
export function stepTouched(
  open: Burst | undefined,
  touch: { readonly at: MonoMs; readonly closed: boolean },
): Burst {
  if (open === undefined) {
    return {
      openedAt: touch.at,
      touchedAt: touch.at,
      dirtySince: touch.at,
      closed: touch.closed,
      capturedAt: undefined,
      captures: 0,
      heldUntil: undefined,
    };
  }
  return {
    ...open,
    touchedAt: touch.at,
    dirtySince: open.dirtySince ?? touch.at,
    closed: touch.closed,
  };
}

/** The capture saw everything up to now. */
export function stepCaptured(burst: Burst, at: MonoMs): Burst {
  return {
    ...burst,
    dirtySince: undefined,
    capturedAt: at,
    captures: burst.captures + 1,
    heldUntil: undefined,
  };
}

/** The capture found the file suddenly empty or gone; `undefined` when it was held for that already. */
export function stepHeld(burst: Burst, at: MonoMs, limits: BurstLimits): Burst | undefined {
  if (burst.heldUntil !== undefined && at >= burst.heldUntil) return undefined;
  return {
    ...burst,
    dirtySince: burst.dirtySince ?? at,
    heldUntil: (at + limits.emptyHoldMs) as MonoMs,
  };
}

export type BurstDue = { readonly at: MonoMs; readonly what: "capture" | "settle" };

/**
 * Decides what the burst waits for next.
 *
 * Bytes are read early and the burst is closed late, so the 3 s decide what a person sees in `log`
 * and never what survives. A burst that reaches its end while dirty is captured first.
 */
export function decideDue(burst: Burst, limits: BurstLimits): BurstDue {
  const endAt = settleAt(burst, limits);
  if (burst.dirtySince === undefined) return { at: endAt, what: "settle" };
  const calmAt = burst.closed
    ? burst.touchedAt
    : Math.min(burst.touchedAt + limits.quietMs, burst.dirtySince + limits.waitMsMax);
  const captureAt = Math.max(calmAt, coolAt(burst, limits), burst.heldUntil ?? 0) as MonoMs;
  return {
    at: Math.min(captureAt, Math.max(endAt, burst.heldUntil ?? 0)) as MonoMs,
    what: "capture",
  };
}

/** True when the burst has reached its end, whatever it waits for. */
export function isOver(burst: Burst, now: MonoMs, limits: BurstLimits): boolean {
  return now >= settleAt(burst, limits);
}

function settleAt(burst: Burst, limits: BurstLimits): MonoMs {
  return Math.min(burst.touchedAt + limits.settleMs, burst.openedAt + limits.burstMsMax) as MonoMs;
}

function coolAt(burst: Burst, limits: BurstLimits): number {
  if (burst.capturedAt === undefined) return 0;
  // Beyond 20 doublings the gap has long reached its maximum; the bound keeps 2 ** n finite.
  const gapMs = limits.hotGapMs * 2 ** Math.min(burst.captures - 1, 20);
  return burst.capturedAt + Math.min(gapMs, limits.hotGapMsMax);
}
