import type { Brand } from "../base/brand.ts";

/**
 * Time that a clock on the wall shows: milliseconds since 1970-01-01 00:00 of local time, counted
 * as if every day had 24 hours. Some of these never happen in a zone and some happen twice.
 */
export type LocalMs = Brand<number, "LocalMs">;

/** A date of the Gregorian calendar. `month` 1–12. */
interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

/** Years a four-digit date can name and a recording can have. */
export const firstYear = 1970;
export const lastYear = 9999;

/** Three-letter names, Sunday first, as `weekdayOf` counts. */
export const weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export const monthNames = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** Days in the month: 28–31. */
export function daysInMonth(year: number, month: number): number {
  // Day 0 of the next month is the last day of this one.
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Days from 1970-01-01 to the date. The date must exist; years 100 and later. */
export function dayNumber(date: CivilDate): number {
  return Date.UTC(date.year, date.month - 1, date.day) / dayMs;
}

/** The date `day` days after 1970-01-01. */
export function dateOfDay(day: number): CivilDate {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The day on which a local time lies, in days from 1970-01-01. */
export function dayOfLocal(local: LocalMs): number {
  return Math.floor(local / dayMs);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: number): number {
  // 1970-01-01 was a Thursday.
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * The same time of day `months` months earlier. A day the month does not have becomes its last:
 * one month before 31 March is 28 or 29 February.
 */
export function monthsBefore(local: LocalMs, months: number): LocalMs {
  const day = dayOfLocal(local);
  const date = dateOfDay(day);
  const count = date.year * 12 + (date.month - 1) - months;
  const year = Math.floor(count / 12);
  const month = (count % 12) + 1;
  const clamped = Math.min(date.day, daysInMonth(year, month));
  return (dayNumber({ year, month, day: clamped }) * dayMs + (local - day * dayMs)) as LocalMs;
}

/** `2026-11-20`. */
export function renderDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
