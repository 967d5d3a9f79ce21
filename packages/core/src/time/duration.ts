import type { WallMs } from "../base/brand.ts";
import { dayMs, hourMs, minuteMs, monthsBefore, secondMs, weekMs } from "./calendar.ts";
import { fromLocal, toLocal, type Zone } from "./zone.ts";

/** A length of time: an exact part, and months, whose length depends on where they are counted. */
export interface Duration {
  readonly ms: number;
  readonly months: number;
}

/** Reading of a text as a length of time; `undefined` when it is not written like one. */
export type ParsedDuration =
  | { readonly kind: "duration"; readonly duration: Duration }
  | { readonly kind: "invalid"; readonly why: string }
  | undefined;

/**
 * Reads `5m`, `1h30m`, `2 days`, `1.5h`, `1mo`. `m` is minutes and `mo` is months; days and weeks
 * are exactly 24 hours and 7 times that.
 */
export function parseDuration(text: string): ParsedDuration {
  if (!shape.test(text)) return undefined;
  let ms = 0;
  let months = 0;
  const seen = new Set<string>();
  for (const [, digits = "", word = ""] of text.matchAll(piece)) {
    const unit = units.get(word);
    // With a space it may be a date in words ("20 november"), which others can read.
    if (unit === undefined && text.includes(" ")) return undefined;
    if (unit === undefined) return invalid(unknownUnit(word));
    if (seen.has(unit.name)) return invalid(`it names ${unit.name} twice`);
    seen.add(unit.name);
    if (unit.months > 0 && digits.includes(".")) return invalid(`${unit.name} are counted whole`);
    ms += Math.round(Number(digits) * unit.ms);
    months += Number(digits) * unit.months;
  }
  return { kind: "duration", duration: { ms, months } };
}

/** `7d`, `24h`, `90m`, `1500s`: exactly the length, as `parseDuration` reads it. */
export function renderDuration(ms: number): string {
  const [size, name] = spelled.find(([unitMs, , from]) => ms >= from && ms % unitMs === 0) ?? [
    secondMs,
    "s",
  ];
  return `${ms / size}${name}`;
}

/**
 * The instant a length of time before `now`; never before 1970. Months go back on the local
 * calendar to the same time of day, and ask the zone; everything else does not.
 */
export function instantBefore(now: WallMs, duration: Duration, zone: Zone): WallMs {
  const from = duration.months === 0 ? now : beforeMonths(now, duration.months, zone);
  return Math.max(0, from - duration.ms) as WallMs;
}

interface Unit {
  readonly name: string;
  readonly ms: number;
  readonly months: number;
}

const spelled = [
  [dayMs, "d", 2 * dayMs],
  [hourMs, "h", hourMs],
  [minuteMs, "m", minuteMs],
] as const;

const shape = /^(?:\d{1,15}(?:\.\d{1,6})? ?[a-z]+ ?)+$/;
const piece = /(\d+(?:\.\d+)?) ?([a-z]+)/g;

const units: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ["seconds", secondMs, 0, "s sec secs second"],
      ["minutes", minuteMs, 0, "m min mins minute"],
      ["hours", hourMs, 0, "h hr hrs hour"],
      ["days", dayMs, 0, "d day"],
      ["weeks", weekMs, 0, "w wk wks week"],
      ["months", 0, 1, "mo mon month"],
      ["years", 0, 12, "y yr yrs year"],
    ] as const
  ).flatMap(([name, ms, months, spellings]) =>
    [name, ...spellings.split(" ")].map((word) => [word, { name, ms, months }] as const),
  ),
);

function unknownUnit(word: string): string {
  return `"${word.slice(0, 20)}" is no unit; use s, m (minutes), h, d, w, mo (months) or y`;
}

function invalid(why: string): ParsedDuration {
  return { kind: "invalid", why };
}

function beforeMonths(now: WallMs, months: number, zone: Zone): WallMs {
  // Beyond this every answer is 1970, and the calendar would leave the range of dates.
  if (months > 12 * 10_000) return 0 as WallMs;
  const reading = fromLocal(zone, monthsBefore(toLocal(zone, now), months));
  switch (reading.kind) {
    case "once":
      return reading.at;
    case "twice":
      return reading.first;
    case "never":
      return reading.jump;
  }
}
