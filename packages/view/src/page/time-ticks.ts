import type { Range } from "./zoom.ts";

/** A place on the axis of a chart. Unit: ms since 1970. */
export interface TimeTick {
  readonly at: number;
  /** Begins a day, which is then what it is called by. */
  readonly isDay: boolean;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((n) => n * day),
];

/**
 * Round times within a range, at most so many. Whole days are those of the reader: `offset` is how far clocks
 * there are ahead of UTC at an instant, so that an hour that is put forward leaves the rest in place.
 */
export function timeTicks(
  { from, to }: Range,
  most: number,
  offset: (at: number) => number = () => 0,
): TimeTick[] {
  const width = to - from;
  if (!(width > 0) || most < 1) return [];
  const step = steps.find((one) => width / one <= most) ?? day * Math.ceil(width / day / most);
  const ticks: TimeTick[] = [];
  const first = Math.ceil((from + offset(from)) / step) * step;
  for (let local = first; ticks.length <= most; local += step) {
    const at = local - offset(local - offset(from));
    if (at > to) break;
    if (at >= from) ticks.push({ at, isDay: local % day === 0 });
  }
  return ticks.slice(0, most);
}
