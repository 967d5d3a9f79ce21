import type { WallMs } from "../base/brand.ts";
import {
  dayMs,
  dayNumber,
  daysInMonth,
  firstYear,
  hourMs,
  type LocalMs,
  lastYear,
  minuteMs,
  monthNames,
} from "./calendar.ts";
import { parseClock } from "./clock.ts";
import { instantOnDay, wholeDay } from "./local-day.ts";
import { malformed, type ParsedTime, pastInstant, type TimeFacts } from "./parsed-time.ts";
import { latestInstant } from "./utc.ts";

/**
 * Reads `2026-11-20`, `2026-11-20 14:32` and RFC 3339 with or without offset, which is local time;
 * lower case.
 */
export function parseAbsolute(text: string, facts: TimeFacts): ParsedTime | undefined {
  const match = dateShape.exec(text);
  if (match === null) return undefined;
  const [, yearText = "", monthText = "", dayText = "", rest] = match;
  const date = { year: Number(yearText), month: Number(monthText), day: Number(dayText) };
  if (yearText.length !== 4 || date.year < firstYear || date.year > lastYear) {
    return malformed(`years go from ${firstYear} to ${lastYear}`);
  }
  if (date.month < 1 || date.month > 12) return malformed("months go from 01 to 12");
  const days = daysInMonth(date.year, date.month);
  if (date.day < 1 || date.day > days) {
    return malformed(`${monthNames[date.month - 1]} ${date.year} has ${days} days`);
  }
  const day = dayNumber(date);
  return rest === undefined ? wholeDay(day, facts) : parseTimeOfDay(rest, day, facts);
}

/** Reads `@1763645527` and `@1763645527.250`: seconds since 1970. */
export function parseEpoch(text: string, facts: TimeFacts): ParsedTime | undefined {
  const match = epochShape.exec(text);
  if (match === null) return undefined;
  const [, seconds = "", fraction = ""] = match;
  const at = Number(seconds) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
  if (at > latestInstant) {
    return malformed(`it lies after the year ${lastYear}; @ takes seconds, not milliseconds`);
  }
  return pastInstant(at as WallMs, facts.now);
}

const dateShape = /^(\d{4,9})-(\d{2})-(\d{2})(?:[t ](.+))?$/;
const offsetShape = /^(.*?\d) ?(?:(z|utc)|([+-])(\d{2})(?::?(\d{2}))?)$/;
const epochShape = /^@(\d{1,18})(?:\.(\d{1,9}))?$/;

function parseTimeOfDay(text: string, day: number, facts: TimeFacts): ParsedTime | undefined {
  const zoned = offsetShape.exec(text);
  const clock = parseClock(zoned?.[1] ?? text);
  if (clock === undefined) return undefined;
  if (clock.kind === "invalid") return malformed(clock.why);
  if (zoned === null || clock.kind === "midnight") return instantOnDay(day, clock, facts);
  const [, , , sign, hours = "0", minutes = "0"] = zoned;
  if (Number(hours) > 23 || Number(minutes) > 59) {
    return malformed("an offset is at most 23 hours and 59 minutes");
  }
  const offset = (Number(hours) * hourMs + Number(minutes) * minuteMs) * (sign === "-" ? -1 : 1);
  const local = (day * dayMs + clock.ms) as LocalMs;
  return pastInstant(Math.max(0, local - offset) as WallMs, facts.now);
}
