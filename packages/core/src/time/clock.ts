import { hourMs, minuteMs, secondMs } from "./calendar.ts";

/** A time of day as a person writes it. */
export type ParsedClock =
  /** Unit: ms since local midnight, below 24 h. */
  | { readonly kind: "clock"; readonly ms: number }
  /** The word `midnight`: the first instant of the day, whatever clocks show then. */
  | { readonly kind: "midnight" }
  | { readonly kind: "invalid"; readonly why: string }
  | undefined;

/** Reads `14:32`, `14:32:07.250`, `9am`, `9:30 pm`, `noon`, `midnight`; lower case. */
export function parseClock(text: string): ParsedClock {
  if (text === "midnight") return { kind: "midnight" };
  if (text === "noon") return { kind: "clock", ms: 12 * hourMs };
  const match = shape.exec(text);
  if (match === null) return undefined;
  const [, hourText = "", minuteText, secondText, fraction = "", half] = match;
  if (minuteText === undefined && half === undefined) return undefined;
  const hour = Number(hourText);
  const minute = Number(minuteText ?? "0");
  const second = Number(secondText ?? "0");
  const wrong = half === undefined ? wrongHour24(hour) : wrongHour12(hour);
  if (wrong !== undefined) return { kind: "invalid", why: wrong };
  if (minute > 59) return { kind: "invalid", why: "minutes go from 0 to 59" };
  if (second > 59) return { kind: "invalid", why: "seconds go from 0 to 59" };
  const hour24 = half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0);
  // Digits beyond the millisecond are cut off, so that the instant is never later than written.
  const ms = Number(fraction.padEnd(3, "0").slice(0, 3));
  return { kind: "clock", ms: hour24 * hourMs + minute * minuteMs + second * secondMs + ms };
}

const shape = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?(am|pm)?$/;

function wrongHour24(hour: number): string | undefined {
  if (hour === 24) return "hours go from 0 to 23; write midnight, or 00:00 of the next day";
  return hour > 23 ? "hours go from 0 to 23" : undefined;
}

function wrongHour12(hour: number): string | undefined {
  return hour < 1 || hour > 12 ? "with am or pm, hours go from 1 to 12" : undefined;
}
