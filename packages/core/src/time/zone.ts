import type { WallMs } from "../base/brand.ts";
import { dayMs, dayOfLocal, type LocalMs, minuteMs } from "./calendar.ts";

/**
 * How local clocks run in one place. A value handed in, so that pure code can play any place; a
 * program gives the zone of its own process without `Intl`, the first `DateTimeFormat` of which costs
 * 12 ms.
 */
export interface Zone {
  /** As shown in messages: `Europe/Berlin`, `UTC`, `local time`. */
  readonly name: string;
  /** How far local clocks are ahead of UTC at the instant. Unit: ms; negative in the west. */
  offsetAt(at: WallMs): number;
}

/** Meaning of a local time in a zone. */
type LocalReading =
  | { readonly kind: "once"; readonly at: WallMs }
  /** Clocks went back over it. */
  | { readonly kind: "twice"; readonly first: WallMs; readonly second: WallMs }
  /** Clocks went forward over it, at the instant `jump`. */
  | { readonly kind: "never"; readonly jump: WallMs };

export const utcZone: Zone = { name: "UTC", offsetAt: () => 0 };

/** The local time at an instant. */
export function toLocal(zone: Zone, at: WallMs): LocalMs {
  return (at + zone.offsetAt(at)) as LocalMs;
}

/** The instants at which local clocks show `local`. */
export function fromLocal(zone: Zone, local: LocalMs): LocalReading {
  // Offsets lie between -12 and +14 h, so these two instants lie on either side of any reading.
  const before = zone.offsetAt((local - dayMs) as WallMs);
  const after = zone.offsetAt((local + dayMs) as WallMs);
  const early = (local - Math.max(before, after)) as WallMs;
  const late = (local - Math.min(before, after)) as WallMs;
  const earlyFits = zone.offsetAt(early) === local - early;
  const lateFits = zone.offsetAt(late) === local - late;
  if (earlyFits && lateFits && early !== late) return { kind: "twice", first: early, second: late };
  if (earlyFits) return { kind: "once", at: early };
  if (lateFits) return { kind: "once", at: late };
  return { kind: "never", jump: findJump(zone, early, late) };
}

/** The first instant of the day, also where clocks jump over midnight or show it twice. */
export function startOfDay(zone: Zone, day: number): WallMs {
  const reading = fromLocal(zone, (day * dayMs) as LocalMs);
  if (reading.kind === "once") return reading.at;
  return reading.kind === "twice" ? reading.first : reading.jump;
}

/** The day an instant lies on in the zone, in days from 1970-01-01. */
export function dayOf(zone: Zone, at: WallMs): number {
  return dayOfLocal(toLocal(zone, at));
}

/**
 * The zone of an IANA name (`Europe/Berlin`); `undefined` when the runtime does not know it. Makes
 * an `Intl` formatter at the first call for a name: never call it while a module loads.
 */
export function namedZone(name: string): Zone | undefined {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const format = openFormat(name);
  if (format === undefined) return undefined;
  const zone: Zone = { name, offsetAt: memoized((at) => readOffset(format, at)) };
  zones.set(name, zone);
  return zone;
}

const zones = new Map<string, Zone>();

function openFormat(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** Shows the instant as the zone's clocks do and counts the difference. */
function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const wholeSeconds = Math.floor(at / 1000) * 1000;
  const field: Record<string, number> = {};
  for (const part of format.formatToParts(wholeSeconds)) field[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSeconds;
}

/**
 * Remembers the offset of the last quarter of an hour asked for: clocks have changed only at whole
 * quarters of UTC since 1973, and listings ask for neighbouring instants.
 */
function memoized(read: (at: number) => number): (at: number) => number {
  let quarter = Number.NaN;
  let offset = 0;
  return (at) => {
    const asked = Math.floor(at / (15 * minuteMs));
    if (asked !== quarter) {
      offset = read(at);
      quarter = asked;
    }
    return offset;
  };
}

/** The first instant after which the offset is that of `late`; by halving, to the millisecond. */
function findJump(zone: Zone, early: WallMs, late: WallMs): WallMs {
  const after = zone.offsetAt(late);
  let low: number = early;
  let high: number = late;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetAt(middle as WallMs) === after) high = middle;
    else low = middle;
  }
  return high as WallMs;
}
