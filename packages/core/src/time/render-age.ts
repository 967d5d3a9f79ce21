import { dayMs, hourMs, minuteMs, secondMs, weekMs } from "./calendar.ts";

/**
 * `5m`, `39m`, `2h`, `3d`, `5w`, `7mo`, `2y`: how long ago, in whole units, rounded down. Up to
 * weeks `parseTime` reads it as the same length. What lies ahead, after a clock went back, is `0s`.
 */
export function renderAge(ms: number): string {
  const { count, unit } = largestUnit(ms);
  return `${count}${unit.short}`;
}

/** `12 s ago`, `2 h ago`, `3 d ago`. */
export function renderAgo(ms: number): string {
  const { count, unit } = largestUnit(ms);
  return `${count} ${unit.short} ago`;
}

/** `just now`, `5 minutes ago`, `1 day ago`. */
export function renderAgoInWords(ms: number): string {
  const { count, unit } = largestUnit(ms);
  if (count === 0) return "just now";
  return `${count} ${unit.long}${count === 1 ? "" : "s"} ago`;
}

/** `3d 2h`, `5m 12s`, `40s`: a length of time in its two largest units. */
export function renderSpan(ms: number): string {
  const units = [
    [dayMs, "d"],
    [hourMs, "h"],
    [minuteMs, "m"],
    [secondMs, "s"],
  ] as const;
  const first = units.findIndex(([size]) => ms >= size);
  if (first < 0) return "0s";
  return units
    .slice(first, first + 2)
    .map(([size, name], index) => {
      const count = Math.floor((index === 0 ? ms : ms % (units[first]?.[0] ?? 1)) / size);
      return count === 0 ? "" : `${count}${name}`;
    })
    .filter((part) => part !== "")
    .join(" ");
}

interface AgeUnit {
  readonly short: string;
  readonly long: string;
  readonly ms: number;
  /** From this age on the next larger unit is used. Unit: ms. */
  readonly upTo: number;
}

/** Means over the Gregorian cycle of 400 years. */
const yearMs = 365.2425 * dayMs;
const monthMs = yearMs / 12;

const smallest: AgeUnit = { short: "s", long: "second", ms: secondMs, upTo: minuteMs };
const ageUnits: readonly AgeUnit[] = [
  smallest,
  { short: "m", long: "minute", ms: minuteMs, upTo: hourMs },
  { short: "h", long: "hour", ms: hourMs, upTo: dayMs },
  { short: "d", long: "day", ms: dayMs, upTo: 2 * weekMs },
  { short: "w", long: "week", ms: weekMs, upTo: 9 * weekMs },
  { short: "mo", long: "month", ms: monthMs, upTo: 2 * yearMs },
  { short: "y", long: "year", ms: yearMs, upTo: Number.POSITIVE_INFINITY },
];

/** Two calendar years, or two months, may be a day shorter than two of the mean length. */
const slackMs = dayMs;

function largestUnit(ms: number): { readonly count: number; readonly unit: AgeUnit } {
  const age = Math.max(0, ms);
  const unit = ageUnits.find(({ upTo, ms: size }) => age + slackOf(size) < upTo) ?? smallest;
  return { count: Math.floor((age + slackOf(unit.ms)) / unit.ms), unit };
}

function slackOf(unit: number): number {
  return unit >= monthMs ? slackMs : 0;
}
