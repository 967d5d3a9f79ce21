import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import { parseTime } from "./parse-time.ts";
import type { ParsedTime, TimePurpose } from "./parsed-time.ts";
import { namedZone, utcZone } from "./zone.ts";

/** Asked in Berlin on Friday 20 November 2026 at 14:37:07.500. */
function ask(text: string, purpose: TimePurpose = "at"): ParsedTime {
  const now = Date.parse("2026-11-20T14:37:07.500+01:00") as WallMs;
  return parseTime(text, { now, zone: namedZone("Europe/Berlin") ?? utcZone, purpose });
}

function reasonOf(text: string, purpose?: TimePurpose): string {
  const parsed = ask(text, purpose);
  return parsed.kind === "invalid" ? `${parsed.reason}: ${parsed.why}` : parsed.kind;
}

test("what lies ahead is refused as future", () => {
  const future = [
    "2026-11-20 14:38",
    "2026-11-20T14:37:07.501+01:00",
    "today 18:00",
    "today at 23:59",
    "2026-11-21",
    "9999-12-31",
    "9999-12-31T23:59:59.999Z",
    "@1795186027",
    "@253402300799",
  ];
  for (const purpose of ["at", "since", "until"] as const) {
    for (const text of future) {
      assert.equal(reasonOf(text, purpose), "future: it lies in the future", text);
    }
  }
});

test("each bad time is refused with the reason", () => {
  const table: Record<string, RegExp> = {
    "": /empty/,
    " \t\n": /empty/,
    "5": /needs a unit/,
    "5.": /needs a unit/,
    "1e308": /needs a unit/,
    "20261120": /2026-11-20/,
    "5x": /"x" is no unit/,
    "5ms": /"ms" is no unit/,
    "1h5x": /"x" is no unit/,
    [`5${"x".repeat(80)}`]: /"x{20}" is no unit/,
    "5m5m": /minutes twice/,
    "1.5mo": /months are counted whole/,
    "-5m": /starts with a sign/,
    "+5m": /starts with a sign/,
    "- 5m": /starts with a sign/,
    "-1": /starts with a sign/,
    "25:00": /hours go from 0 to 23/,
    "24:00": /midnight/,
    "14:60": /minutes go/,
    "23:59:60": /seconds go/,
    "2016-12-31T23:59:60Z": /seconds go/,
    "13pm": /1 to 12/,
    "0am": /1 to 12/,
    "yesterday 25:00": /hours go/,
    "2026-02-30": /Feb 2026 has 28 days/,
    "2026-02-30 10:00": /Feb 2026 has 28 days/,
    "2026-00-10": /months go/,
    "2026-13-01": /months go/,
    "2026-11-00": /Nov 2026 has 30 days/,
    "0000-01-01": /years go/,
    "1969-12-31": /years go/,
    "99999-01-01": /years go/,
    "2026-11-20T14:32+24:00": /offset/,
    "2026-11-20T14:32+01:60": /offset/,
    "@1763645527250": /seconds, not milliseconds/,
    v0: /from v1/,
    v99999999999999999999: /number that large/,
    "v1~99999999999999999999": /number that large/,
    "٥m": /0 to 9/,
    "14:３2": /0 to 9/,
    "5m\0": /control/,
    "5m\u001b[31m": /control/,
    ["5m".repeat(500_000)]: /longer than 100/,
  };
  for (const [text, expected] of Object.entries(table)) {
    assert.match(reasonOf(text), new RegExp(`^malformed: .*${expected.source}`), text.slice(0, 40));
  }
});

test("words of another grammar are left to another parser", () => {
  const words = [
    "NaN",
    "Infinity",
    "20 november",
    "last monday",
    "tomorrow",
    "the day before yesterday",
    "2026-1-5",
    "2026-11-20 gibberish",
    "yesterday gibberish",
    "2026-11-20T",
    "checkpoint:before-refactor",
    "v",
    "v1~x",
    "@",
    "@x",
    "'; DROP TABLE snapshots",
    "🕐",
  ];
  for (const text of words) assert.equal(ask(text).kind, "unknown", text);
});
