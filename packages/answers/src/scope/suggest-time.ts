import { nearestName } from "@unf/core/config";
import { parseTime, type TimeFacts } from "@unf/core/time";

/**
 * The time that a mistyped expression most likely meant: `yesterdya 14:00`, `comit:HEAD`, `14h30`.
 * `undefined` where nothing near is a time that has come.
 */
export function suggestTime(text: string, facts: TimeFacts): string | undefined {
  const tidy = text.trim().replace(/\s+/g, " ");
  if (tidy.length > longest) return undefined;
  return [respellClock(tidy), respellPrefix(tidy), respellWords(tidy)].find(
    (one) => one !== undefined && one !== tidy && isTime(one, facts),
  );
}

/** Longest text that is looked at. Unit: UTF-16 units. */
const longest = 60;

function isTime(text: string, facts: TimeFacts): boolean {
  if (/^(?:boot$|commit:.)/.test(text)) return true;
  // A whole day is wrong for an instant alone, and a time all the same.
  const { kind } = parseTime(text, { ...facts, purpose: "since" });
  return kind !== "unknown" && kind !== "invalid";
}

/** `14h30`, `14.30`: as clocks are written in some places. */
function respellClock(text: string): string | undefined {
  const [, before, hours, minutes] = /^(\D* )?(\d{1,2})[h.](\d{2})$/i.exec(text) ?? [];
  return hours === undefined ? undefined : `${before ?? ""}${hours}:${minutes}`;
}

const prefixes = ["cp", "commit", "turn", "session", "op", "burst"];

function respellPrefix(text: string): string | undefined {
  const [, prefix, rest] = /^([a-z]{2,}):(.+)$/i.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  if (/^check(?:point)?$/i.test(prefix)) return `cp:${rest}`;
  const near = nearestName(prefix, prefixes);
  return near === undefined ? undefined : `${near}:${rest}`;
}

const words = [
  ...["yesterday", "today", "noon", "midnight", "now", "ago", "at", "boot", "burst"],
  ...["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
];

function respellWords(text: string): string {
  return text.replace(/@?[a-z]{3,}/gi, (word) =>
    word.startsWith("@")
      ? (nearestName(word, ["@prev"]) ?? word)
      : (nearestName(word, words) ?? word),
  );
}
