import type { WallMs } from "../base/brand.ts";
import {
  dateOfDay,
  minuteMs,
  monthNames,
  renderDate,
  weekdayNames,
  weekdayOf,
} from "./calendar.ts";
import { renderAgoInWords } from "./render-age.ts";
import { dayOf, type Zone } from "./zone.ts";

/** The instant and the zone of the person who looks: shown times depend on both. */
export interface Viewer {
  readonly now: WallMs;
  readonly zone: Zone;
}

/** `2026-11-20T14:32:07+01:00`: for pipes. Without milliseconds; `parseTime` reads it. */
export function renderLocalIso(at: WallMs, zone: Zone): string {
  const { text, offset } = showLocal(at, zone);
  return `${text.slice(0, 19)}${offset}`;
}

/** `14:32:07`. */
export function renderClock(at: WallMs, zone: Zone): string {
  return showLocal(at, zone).text.slice(11, 19);
}

/** `2026-11-20 14:32:07 +01:00 (5 minutes ago)`: what a command prints of a time it resolved. */
export function renderResolved(at: WallMs, { now, zone }: Viewer): string {
  const { text, offset } = showLocal(at, zone);
  return `${text.slice(0, 10)} ${text.slice(11, 19)} ${offset} (${renderAgoInWords(now - at)})`;
}

/** `Today`, `Yesterday`, `Mon 16 Nov`, and with its year when that is another. */
export function renderDayHeading(at: WallMs, { now, zone }: Viewer): string {
  const day = dayOf(zone, at);
  const today = dayOf(zone, now);
  if (day === today) return "Today";
  if (day === today - 1) return "Yesterday";
  const date = dateOfDay(day);
  const text = `${weekdayNames[weekdayOf(day)]} ${date.day} ${monthNames[date.month - 1]}`;
  return date.year === dateOfDay(today).year ? text : `${text} ${date.year}`;
}

/** `2026-11-20`: the local date. */
export function renderLocalDate(at: WallMs, zone: Zone): string {
  return renderDate(dayOf(zone, at));
}

/** `+01:00` of an offset in ms. */
export function renderOffset(offset: number): string {
  const minutes = Math.abs(Math.round(offset / minuteMs));
  const text = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return `${offset < 0 ? "-" : "+"}${text}`;
}

function pad(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}

/**
 * RFC 3339 has no seconds in an offset, which some zones had until 1972: the offset is rounded and
 * the clock moved with it, so the text still names the exact instant.
 */
function showLocal(at: WallMs, zone: Zone): { readonly text: string; readonly offset: string } {
  const offset = Math.round(zone.offsetAt(at) / minuteMs) * minuteMs;
  return { text: new Date(at + offset).toISOString(), offset: renderOffset(offset) };
}
