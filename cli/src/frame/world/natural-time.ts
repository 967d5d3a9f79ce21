import type { WallMs } from "@unf/core/base";
import { type ParsedTime, parseTime, type TimeFacts } from "@unf/core/time";
import { parse } from "chrono-node/en";

/**
 * Reads English that our own grammar does not know. Accepted only when every word was understood
 * as one time; `unknown` otherwise. Slow to load (80 ms), so only asked as the last resort.
 */
export function parseNaturalTime(input: string, facts: TimeFacts): ParsedTime {
  const text = input.trim();
  const reference = {
    instant: new Date(facts.now),
    timezone: Math.round(facts.zone.offsetAt(facts.now) / 60_000),
  };
  const [result, ...others] = parse(text, reference);
  if (result === undefined || others.length > 0 || result.end != null) return { kind: "unknown" };
  if (result.index !== 0 || result.text.length !== text.length) return { kind: "unknown" };
  const { start } = result;
  // A length of time, or a time with its own offset: exact as it is.
  if (start.isCertain("timezoneOffset")) return pastOnly(start.date().getTime(), facts);
  const date = [
    String(start.get("year")).padStart(4, "0"),
    pad(start.get("month")),
    pad(start.get("day")),
  ].join("-");
  // Local dates and times go through our own parser, which knows clock changes and whole days.
  return start.isCertain("hour")
    ? parseTime(
        `${date} ${pad(start.get("hour"))}:${pad(start.get("minute"))}:${pad(start.get("second"))}`,
        facts,
      )
    : parseTime(date, facts);
}

function pastOnly(at: number, { now }: TimeFacts): ParsedTime {
  if (at > now) return { kind: "invalid", reason: "future", why: "it lies in the future" };
  return { kind: "instant", at: Math.max(0, at) as WallMs };
}

function pad(number: number | null): string {
  return String(number ?? 0).padStart(2, "0");
}
