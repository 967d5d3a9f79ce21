import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import {
  dateOfDay,
  dayMs,
  dayNumber,
  hourMs,
  type LocalMs,
  minuteMs,
  secondMs,
} from "../time/calendar.ts";
import { dayOf, fromLocal, startOfDay, toLocal, type Zone } from "../time/zone.ts";

/** The span to divide. */
export interface BucketRequest {
  readonly from: WallMs;
  readonly to: WallMs;
  /** Most buckets wanted; taken as 1 to `limits.query.bucketsMax`. */
  readonly count: number;
  readonly zone: Zone;
}

/** Intervals for a histogram. */
export interface Buckets {
  /** Span of every bucket: `15 min`, `1 day`; `all` for a single one of no such length. */
  readonly step: string;
  /** Ascending; bucket `i` is from boundary `i`, inclusive, to boundary `i + 1`, exclusive. */
  readonly boundaries: readonly WallMs[];
}

/**
 * Divides a span into the shortest customary intervals of which `count` suffice. They begin where
 * local clocks and calendars do (quarters, midnights, Mondays, firsts of a month) and cover the
 * span, both ends included.
 */
export function planBuckets({ from, to, count, zone }: BucketRequest): Buckets {
  const most = Math.min(Math.max(Math.floor(count), 1), limits.query.bucketsMax);
  for (const step of steps) {
    if (step.ms * (most + 1) < to - from) continue;
    const boundaries = divide({ from, to, most }, (index) => step.boundary(from, index, zone));
    if (boundaries !== undefined) return { step: step.label, boundaries };
  }
  return { step: "all", boundaries: [from, (Math.max(from, to) + 1) as WallMs] };
}

interface Step {
  readonly label: string;
  /** At least this many ms in every bucket but those a clock change shortens. */
  readonly ms: number;
  /** Where bucket `index` begins; bucket 0 holds `from`. */
  readonly boundary: (from: WallMs, index: number, zone: Zone) => WallMs;
}

const steps: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30].map((n) => byClock(`${n} s`, n * secondMs)),
  ...[1, 2, 5, 10, 15, 30].map((n) => byClock(`${n} min`, n * minuteMs)),
  byClock("1 h", hourMs),
  ...[2, 3, 6, 12].map((n) => byLocalHours(n)),
  ...[1, 2].map((n) => byDays(n === 1 ? "1 day" : `${n} days`, n, 0)),
  // Day 4 was a Monday; aligned to it, weeks begin on Mondays.
  ...[1, 2].map((n) => byDays(n === 1 ? "1 week" : `${n} weeks`, 7 * n, 4)),
  ...[1, 2, 3, 6].map((n) => byMonths(n === 1 ? "1 month" : `${n} months`, n)),
  ...[1, 2, 5, 10, 100].map((n) => byMonths(n === 1 ? "1 year" : `${n} years`, 12 * n)),
];

function divide(
  { from, to, most }: { readonly from: WallMs; readonly to: WallMs; readonly most: number },
  boundary: (index: number) => WallMs,
): WallMs[] | undefined {
  const boundaries = [boundary(0)];
  for (let index = 1; boundaries.length <= most; index += 1) {
    const next = boundary(index);
    // Two local times that clocks skip begin at the same instant.
    if (next <= (boundaries.at(-1) ?? 0)) continue;
    if (next <= from) boundaries.pop();
    boundaries.push(next);
    if (next > to) return boundaries;
  }
  return undefined;
}

/** Up to an hour: no clock change moves the boundaries, so they are simply counted on. */
function byClock(label: string, ms: number): Step {
  const boundary = (from: WallMs, index: number, zone: Zone): WallMs => {
    const local = toLocal(zone, from);
    return (from - (((local % ms) + ms) % ms) + index * ms) as WallMs;
  };
  return { label, ms, boundary };
}

/** Several hours: counted on the local clock, so that they begin at even hours after a change, too. */
function byLocalHours(hours: number): Step {
  const ms = hours * hourMs;
  const boundary = (from: WallMs, index: number, zone: Zone): WallMs => {
    const local = (Math.floor(toLocal(zone, from) / ms) + index) * ms;
    if (local % dayMs === 0) return startOfDay(zone, local / dayMs);
    const reading = fromLocal(zone, local as LocalMs);
    if (reading.kind === "once") return reading.at;
    return reading.kind === "twice" ? reading.first : reading.jump;
  };
  return { label: `${hours} h`, ms: ms - hourMs, boundary };
}

function byDays(label: string, days: number, origin: number): Step {
  const boundary = (from: WallMs, index: number, zone: Zone): WallMs => {
    const day = dayOf(zone, from);
    const start = origin + Math.floor((day - origin) / days) * days;
    return startOfDay(zone, start + index * days);
  };
  return { label, ms: days * dayMs - hourMs, boundary };
}

function byMonths(label: string, months: number): Step {
  const boundary = (from: WallMs, index: number, zone: Zone): WallMs => {
    const { year, month } = dateOfDay(dayOf(zone, from));
    const count = (Math.floor((year * 12 + month - 1) / months) + index) * months;
    const first = { year: Math.floor(count / 12), month: (count % 12) + 1, day: 1 };
    return startOfDay(zone, dayNumber(first));
  };
  return { label, ms: months * 28 * dayMs, boundary };
}
