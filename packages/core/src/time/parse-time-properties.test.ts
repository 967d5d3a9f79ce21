import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { WallMs } from "../base/brand.ts";
import { parseTime } from "./parse-time.ts";
import type { TimePurpose } from "./parsed-time.ts";
import { renderAge } from "./render-age.ts";
import { renderLocalDate, renderLocalIso } from "./render-local.ts";
import { formatUtc, latestInstant } from "./utc.ts";
import { namedZone, startOfDay, utcZone } from "./zone.ts";

const berlin = namedZone("Europe/Berlin") ?? utcZone;

test("no text makes the parser throw or gives an instant outside 1970 to now", () => {
  const word = fc.constantFrom(
    ..."5 m h mo y ago now noon midnight today monday 14:32 : . - + @ v ~ t z 2026-11-20 +01:00 am".split(
      " ",
    ),
    " ",
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 8 }).map((words) => words.join("")),
  );
  const now = Date.parse("2026-11-20T14:37:07.500+01:00") as WallMs;
  fc.assert(
    fc.property(texts, fc.constantFrom<TimePurpose>("at", "since", "until"), (text, purpose) => {
      const parsed = parseTime(text, { now, zone: berlin, purpose });
      if (parsed.kind === "instant") assert.ok(parsed.at >= 0 && parsed.at <= now);
      if (parsed.kind === "invalid")
        assert.ok(parsed.why.length < 200 && /^[ -~]*$/.test(parsed.why));
    }),
    { numRuns: 2000 },
  );
});

const zones = fc
  .constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Australia/Lord_Howe",
  )
  .map((name) => namedZone(name) ?? utcZone);

test("every instant comes back from its UTC text, its local text and its epoch seconds", () => {
  // Not the last day: some zones are in the year 10000 then.
  const instants = fc.integer({ min: 0, max: latestInstant - 86_400_000 });
  fc.assert(
    fc.property(zones, instants, (zone, ms) => {
      const at = ms as WallMs;
      const facts = { now: latestInstant, zone, purpose: "at" } as const;
      assert.deepEqual(parseTime(formatUtc(at), facts), { kind: "instant", at });
      const second = ms - (ms % 1000);
      assert.deepEqual(parseTime(`@${second / 1000}`, facts), { kind: "instant", at: second });
      // Local time shortly after 1970-01-01T00:00Z is of 1969 in the west.
      if (ms > 86_400_000) {
        assert.deepEqual(parseTime(renderLocalIso(at, zone), facts), {
          kind: "instant",
          at: second,
        });
      }
    }),
    { numRuns: 500 },
  );
});

test("a local date is read as the day it was rendered from", () => {
  const instants = fc.integer({ min: Date.UTC(1973, 0, 2), max: Date.UTC(2037, 0, 1) });
  fc.assert(
    fc.property(zones, instants, (zone, ms) => {
      const facts = { now: latestInstant, zone } as const;
      const text = renderLocalDate(ms as WallMs, zone);
      const since = parseTime(text, { ...facts, purpose: "since" });
      const until = parseTime(text, { ...facts, purpose: "until" });
      assert.ok(since.kind === "instant" && until.kind === "instant");
      assert.ok(since.at <= ms && ms < until.at);
      assert.equal(startOfDay(zone, Date.parse(text) / 86_400_000), since.at);
    }),
    { numRuns: 300 },
  );
});

test("an age up to weeks is read as the same length, rounded down to its unit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 62 * 86_400_000 }), (age) => {
      const now = Date.UTC(2026, 10, 20) as WallMs;
      const text = renderAge(age);
      const parsed = parseTime(text, { now, zone: utcZone, purpose: "at" });
      assert.ok(parsed.kind === "instant");
      const unit = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }[
        text.replace(/\d+/, "")
      ];
      assert.ok(unit !== undefined);
      assert.equal(now - parsed.at, Math.floor(age / unit) * unit);
    }),
  );
});
