import type { WallMs } from "../base/brand.ts";
import { dayMs, hourMs, type LocalMs, renderDate } from "./calendar.ts";
import type { ParsedClock } from "./clock.ts";
import { malformed, type ParsedTime, pastInstant, type TimeFacts } from "./parsed-time.ts";
import { renderOffset } from "./render-local.ts";
import { fromLocal, startOfDay } from "./zone.ts";

/** A time of day that `parseClock` understood. */
type Clock = Extract<ParsedClock, { kind: "clock" | "midnight" }>;

/**
 * A day without a time of day: its start for `since`, its end for `until` (now, when the day is not
 * over), and nothing for `at`, which needs an instant.
 */
export function wholeDay(day: number, facts: TimeFacts): ParsedTime {
  const start = startOfDay(facts.zone, day);
  if (start > facts.now) return pastInstant(start, facts.now);
  switch (facts.purpose) {
    case "at":
      return malformed(`it names a whole day; add a time of day: ${renderDate(day)} 14:32`);
    case "since":
      return pastInstant(start, facts.now);
    case "until":
      return pastInstant(Math.min(startOfDay(facts.zone, day + 1), facts.now) as WallMs, facts.now);
  }
}

/**
 * A time of day on a certain day. Shown twice by local clocks: the first, with a warning. Skipped
 * by them: an error, because either neighbour may be the wrong one.
 */
export function instantOnDay(day: number, clock: Clock, facts: TimeFacts): ParsedTime {
  const { now, zone } = facts;
  if (clock.kind === "midnight") return pastInstant(startOfDay(zone, day), now);
  const local = (day * dayMs + clock.ms) as LocalMs;
  const reading = fromLocal(zone, local);
  switch (reading.kind) {
    case "once":
      return pastInstant(reading.at, now);
    case "twice":
      return pastInstant(reading.first, now, twiceWarning(local, reading, facts));
    case "never":
      if (reading.jump > now) return pastInstant(reading.jump, now);
      return malformed(
        `${renderLocal(local)} did not happen in ${zone.name}: clocks went forward over it`,
      );
  }
}

/** The most recent time clocks showed this time of day: today, or yesterday when it is yet to come. */
export function latestClock(today: number, clock: Clock, facts: TimeFacts): ParsedTime {
  const parsed = instantOnDay(today, clock, facts);
  return isFuture(parsed) ? instantOnDay(today - 1, clock, facts) : parsed;
}

/** True for an instant refused because it is yet to come. */
export function isFuture(parsed: ParsedTime): boolean {
  return parsed.kind === "invalid" && parsed.reason === "future";
}

function twiceWarning(
  local: LocalMs,
  reading: { readonly first: WallMs; readonly second: WallMs },
  { zone }: TimeFacts,
): string {
  const text = renderLocal(local);
  const first = renderOffset(zone.offsetAt(reading.first));
  const second = renderOffset(zone.offsetAt(reading.second));
  return `${text} happened twice in ${zone.name}; taking the first, ${text}${first}, not ${text}${second}`;
}

/** `2026-10-25T02:30`, with seconds only when there are any. */
function renderLocal(local: LocalMs): string {
  const text = new Date(local).toISOString();
  return text.slice(0, local % (hourMs / 60) === 0 ? 16 : 19);
}
