import { parseAbsolute, parseEpoch } from "./absolute.ts";
import { weekdayOf } from "./calendar.ts";
import { parseClock } from "./clock.ts";
import { instantBefore, parseDuration } from "./duration.ts";
import { instantOnDay, isFuture, latestClock, wholeDay } from "./local-day.ts";
import {
  type Edge,
  malformed,
  type ParsedTime,
  pastInstant,
  type TimeFacts,
  type TimePurpose,
} from "./parsed-time.ts";
import { parseCheckpoint, parseReference } from "./reference.ts";
import { promptName, readSessionWord, readTurnWord } from "./session-word.ts";
import { dayOf } from "./zone.ts";

/**
 * Reads a time expression as a person types it (docs/guide/times.md). Letters in either case; any
 * run of white space counts as one blank. Local times are those of `facts.zone`, which is not
 * asked for lengths of time such as `5m`, versions, or times that carry their own offset.
 */
export function parseTime(text: string, facts: TimeFacts): ParsedTime {
  const tidy = text.length > longest ? "" : text.trim().toLowerCase().replace(/\s+/g, " ");
  return (
    parseCheckpoint(text) ??
    parseSpanEdge(text, facts.purpose) ??
    refuse(text, tidy) ??
    parseReference(tidy) ??
    parseEpoch(tidy, facts) ??
    parseAbsolute(tidy, facts) ??
    parseClockOnly(tidy, facts) ??
    parseAge(tidy, facts) ??
    parseDayWord(tidy, facts) ?? { kind: "unknown" }
  );
}

/** Longest text taken for a time. Unit: UTF-16 units. The longest sensible one has about 40. */
const longest = 100;

/** Says what is wrong with texts that people do write and that no parser may guess about. */
function refuse(text: string, tidy: string): ParsedTime | undefined {
  if (text.length > longest) return malformed(`it is longer than ${longest} characters`);
  if (tidy === "") return malformed("it is empty; write 5m, 14:32 or 2026-11-20 14:32");
  if (/^[+-] ?[\d.]/.test(tidy)) {
    return malformed("it starts with a sign; write 5m for five minutes ago");
  }
  if (/^\d{8}$/.test(tidy) || /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(tidy))
    return malformed("a date is written 2026-11-20");
  if (/^[\d.,]+(?:e[+-]?\d+)?$/.test(tidy)) {
    return malformed("a number needs a unit: 5m, 5h, 5d, @1763645527, or v5 for a version");
  }
  // A digit of another script looks right and is read by no one.
  if (/(?![0-9])\p{Nd}/u.test(tidy)) return malformed("digits are written 0 to 9");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(tidy)) return malformed("it contains control characters");
  return undefined;
}

function parseAge(text: string, facts: TimeFacts): ParsedTime | undefined {
  if (text === "now") return pastInstant(facts.now, facts.now);
  const parsed = parseDuration(text.endsWith(" ago") ? text.slice(0, -4) : text);
  if (parsed === undefined) return undefined;
  if (parsed.kind === "invalid") return malformed(parsed.why);
  return pastInstant(instantBefore(facts.now, parsed.duration, facts.zone), facts.now);
}

function parseClockOnly(text: string, facts: TimeFacts): ParsedTime | undefined {
  const clock = parseClock(text);
  if (clock === undefined) return undefined;
  if (clock.kind === "invalid") return malformed(clock.why);
  return latestClock(dayOf(facts.zone, facts.now), clock, facts);
}

/** Reads `yesterday`, `monday 9:30`, `today at noon`. */
function parseDayWord(text: string, facts: TimeFacts): ParsedTime | undefined {
  const [, word = "", rest] = /^([a-z]+)(?: (?:at )?(.+))?$/.exec(text) ?? [];
  const weekday = weekdays.get(word);
  if (weekday === undefined && word !== "today" && word !== "yesterday") return undefined;
  const clock = rest === undefined ? undefined : parseClock(rest);
  if (rest !== undefined && clock === undefined) return undefined;
  if (clock?.kind === "invalid") return malformed(clock.why);
  const today = dayOf(facts.zone, facts.now);
  const back =
    weekday === undefined ? Number(word === "yesterday") : (weekdayOf(today) - weekday + 7) % 7;
  if (clock === undefined) return wholeDay(today - back, facts);
  const parsed = instantOnDay(today - back, clock, facts);
  // "Monday 18:00" said on Monday morning is the one a week ago; "today 18:00" is a mistake.
  return weekday !== undefined && isFuture(parsed)
    ? instantOnDay(today - back - 7, clock, facts)
    : parsed;
}

const weekdays: ReadonlyMap<string, number> = new Map(
  [
    ["sun", "sunday"],
    ["mon", "monday"],
    ["tue", "tues", "tuesday"],
    ["wed", "wednesday"],
    ["thu", "thur", "thurs", "thursday"],
    ["fri", "friday"],
    ["sat", "saturday"],
  ].flatMap((words, index) => words.map((word) => [word, index] as const)),
);

/**
 * Reads `session:7f3a`, `s-7f3a.start`, `turn:12.end`, `t-12`, and after the colon what an agent calls
 * the session or the prompt, whose letters keep their case. Without an end named, that of `purpose` is
 * meant: the end for `until`, else the start.
 */
function parseSpanEdge(text: string, purpose: TimePurpose): ParsedTime | undefined {
  const usual = purpose === "until" ? "end" : "start";
  const session = sessionShape.exec(text);
  if (session !== null) {
    const [, named, bare = named, edge] = session;
    const id = bare === undefined ? undefined : readSessionWord(bare);
    if (id === undefined && bare !== undefined) return malformed(wrongSession);
    return { kind: "session", id, edge: toEdge(edge) ?? usual };
  }
  const turn = turnShape.exec(text);
  if (turn === null) return undefined;
  const [, named, bare = named, edge] = turn;
  const id = bare === undefined ? undefined : readTurnWord(bare);
  if (id === undefined && bare !== undefined) return malformed(wrongTurn);
  return { kind: "turn", id, edge: toEdge(edge) ?? usual };
}

function toEdge(word: string | undefined): Edge | undefined {
  const edge = word?.toLowerCase();
  return edge === "start" || edge === "end" ? edge : undefined;
}

const sessionShape = /^\s*(?:session(?::(\S*?))?|(s-[0-9a-f]+))(?:\.(start|end))?\s*$/i;
const turnShape = new RegExp(
  `^\\s*(?:turn(?::(\\S*?))?|(t-\\d+|${promptName}))(?:\\.(start|end))?\\s*$`,
  "i",
);

const wrongSession = "it names no session; write session:7f3a, or the agent's own id of it";
const wrongTurn =
  "it names no turn; they are numbered from turn:1, and the agent's own id of a prompt has six characters or more";
