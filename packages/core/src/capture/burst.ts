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
  /** A file unchanged for this long is read whatever the gap, unless the path is slowed. */
  readonly stoodMs: number;
  /** A state that stood for this long and was not read is missed. */
  readonly missedMs: number;
  /** Silence that ends a burst: the last state is then settled. */
  readonly settleMs: number;
  /** Longest a burst lasts while touches keep coming. */
  readonly burstMsMax: number;
  /** How long a file that suddenly is empty or gone is given to come back before that is recorded. */
  readonly emptyHoldMs: number;
}

const never = Number.POSITIVE_INFINITY;

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
  /** The last touch that an event told of, while nobody has looked at what it left. */
  readonly stoodFrom: MonoMs | undefined;
  /** Captures in a row that found the file only longer, as that of a log. */
  readonly growths: number;
  /** Set once a look found it only longer again: it is recorded then. */
  readonly sparedUntil: MonoMs | undefined;
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
      stoodFrom: touch.at,
      growths: 0,
      sparedUntil: undefined,
      heldUntil: undefined,
    };
  }
  return {
    ...open,
    touchedAt: touch.at,
    dirtySince: open.dirtySince ?? touch.at,
    stoodFrom: touch.at,
    closed: touch.closed,
  };
}

/** The capture saw everything up to now. `grew`: what it recorded is what was recorded before, and more. */
export function stepCaptured(burst: Burst, at: MonoMs, grew?: boolean): Burst {
  const growths = grew === true ? burst.growths + 1 : 0;
  return {
    ...burst,
    dirtySince: undefined,
    capturedAt: at,
    captures: burst.captures + 1,
    stoodFrom: undefined,
    growths: grew === undefined ? burst.growths : growths,
    sparedUntil: undefined,
    heldUntil: undefined,
  };
}

/** The file changed while it was captured: it has not stood still, and is read again as a hot one is. */
export function stepUnstable(burst: Burst, at: MonoMs): Burst {
  return { ...stepCaptured(burst, at), touchedAt: at, dirtySince: at };
}

/** Until when a file that only grew need not be recorded again; `undefined` when it is now. */
export function sparesGrowthUntil(
  { capturedAt, growths }: Burst,
  now: MonoMs,
  limits: BurstLimits,
): MonoMs | undefined {
  if (capturedAt === undefined || growths === 0) return undefined;
  const until = (capturedAt + gapAfter(growths, limits)) as MonoMs;
  return now < until ? until : undefined;
}

/** The look found the file only longer than what was recorded: that waits. */
export function stepSpared(burst: Burst, until: MonoMs): Burst {
  return { ...burst, stoodFrom: undefined, sparedUntil: until };
}

/**
 * How long the state that a touch at `at` ends stood, if it stood and nobody has looked at it: what it
 * was is not known any more. The states of a file that only grows are in those that follow.
 */
export function missedMs(burst: Burst, at: MonoMs, limits: BurstLimits): number | undefined {
  if (burst.stoodFrom === undefined || burst.growths > 0) return undefined;
  const stoodMs = at - burst.stoodFrom;
  return stoodMs >= limits.missedMs ? stoodMs : undefined;
}

/** The capture found the file suddenly empty or gone; `undefined` when it was held for that already. */
export function stepHeld(burst: Burst, at: MonoMs, limits: BurstLimits): Burst | undefined {
  if (burst.heldUntil !== undefined && at >= burst.heldUntil) return undefined;
  // The time it has been so already counts, but for a program whose write came just before the look.
  const { emptyHoldMs } = limits;
  const until = Math.max(burst.touchedAt + emptyHoldMs, at + emptyHoldMs / 2);
  return { ...burst, dirtySince: burst.dirtySince ?? at, heldUntil: until as MonoMs };
}

export type BurstDue = { readonly at: MonoMs; readonly what: "capture" | "settle" };

/**
 * Decides what the burst waits for next.
 *
 * Bytes are read early and the burst is closed late, so the 3 s decide what a person sees in `log`
 * and never what survives. A burst that reaches its end while dirty is captured first. `isSlowed`: the
 * path costs so much that also what stood waits for the gap to be over.
 */
export function decideDue(burst: Burst, limits: BurstLimits, isSlowed = false): BurstDue {
  const endAt = settleAt(burst, limits);
  if (burst.dirtySince === undefined) return { at: endAt, what: "settle" };
  const calmAt = burst.closed
    ? burst.touchedAt
    : Math.min(burst.touchedAt + limits.quietMs, burst.dirtySince + limits.waitMsMax);
  const stoodAt =
    burst.stoodFrom === undefined || isSlowed ? never : burst.stoodFrom + limits.stoodMs;
  const readAt = Math.min(coolAt(burst, limits), stoodAt, burst.sparedUntil ?? never);
  const captureAt = Math.max(calmAt, readAt, burst.heldUntil ?? 0) as MonoMs;
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

function coolAt({ capturedAt, captures }: Burst, limits: BurstLimits): number {
  return capturedAt === undefined ? 0 : capturedAt + gapAfter(captures, limits);
}

function gapAfter(captures: number, { hotGapMs, hotGapMsMax }: BurstLimits): number {
  // Beyond 20 doublings the gap has long reached its maximum; the bound keeps 2 ** n finite.
  return Math.min(hotGapMs * 2 ** Math.min(captures - 1, 20), hotGapMsMax);
}
