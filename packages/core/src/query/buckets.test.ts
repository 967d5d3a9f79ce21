import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { WallMs } from "../base/brand.ts";
import { renderLocalIso } from "../time/render-local.ts";
import { latestInstant } from "../time/utc.ts";
import { namedZone, utcZone, type Zone } from "../time/zone.ts";
import { planBuckets } from "./buckets.ts";

const berlin = namedZone("Europe/Berlin") ?? utcZone;
const at = (text: string): WallMs => Date.parse(text) as WallMs;

function plan(from: string, to: string, count: number, zone: Zone = berlin): string[] {
  const { step, boundaries } = planBuckets({ from: at(from), to: at(to), count, zone });
  return [step, ...boundaries.map((boundary) => renderLocalIso(boundary, zone).slice(0, 16))];
}

test("buckets begin where clocks and calendars do", () => {
  assert.deepEqual(plan("2026-11-20T14:07:10+01:00", "2026-11-20T14:51:00+01:00", 4), [
    "15 min",
    "2026-11-20T14:00",
    "2026-11-20T14:15",
    "2026-11-20T14:30",
    "2026-11-20T14:45",
    "2026-11-20T15:00",
  ]);
  assert.deepEqual(plan("2026-11-18T14:07:10+01:00", "2026-11-20T14:51:00+01:00", 4), [
    "1 day",
    "2026-11-18T00:00",
    "2026-11-19T00:00",
    "2026-11-20T00:00",
    "2026-11-21T00:00",
  ]);
  assert.deepEqual(plan("2026-11-11T12:00:00Z", "2026-11-20T12:00:00Z", 2), [
    "1 week",
    "2026-11-09T00:00",
    "2026-11-16T00:00",
    "2026-11-23T00:00",
  ]);
  assert.deepEqual(plan("2025-12-31T12:00:00Z", "2026-02-20T12:00:00Z", 3), [
    "1 month",
    "2025-12-01T00:00",
    "2026-01-01T00:00",
    "2026-02-01T00:00",
    "2026-03-01T00:00",
  ]);
});

test("days and half days keep to local clocks across a clock change", () => {
  assert.deepEqual(plan("2026-03-28T12:00:00+01:00", "2026-03-30T12:00:00+02:00", 6), [
    "12 h",
    "2026-03-28T12:00",
    "2026-03-29T00:00",
    "2026-03-29T12:00",
    "2026-03-30T00:00",
    "2026-03-30T12:00",
    "2026-03-31T00:00",
  ]);
});

test("a day that a zone skipped has no bucket", () => {
  const apia = namedZone("Pacific/Apia") ?? utcZone;
  assert.deepEqual(plan("2011-12-29T12:00:00-10:00", "2011-12-31T12:00:00+14:00", 4, apia), [
    "12 h",
    "2011-12-29T12:00",
    "2011-12-31T00:00",
    "2011-12-31T12:00",
    "2012-01-01T00:00",
  ]);
});

test("a zone whose clocks are off by quarters has its own hours", () => {
  const kathmandu = namedZone("Asia/Kathmandu") ?? utcZone;
  assert.deepEqual(plan("2026-11-20T00:20:00+05:45", "2026-11-20T01:10:00+05:45", 2, kathmandu), [
    "1 h",
    "2026-11-20T00:00",
    "2026-11-20T01:00",
    "2026-11-20T02:00",
  ]);
});

test("an empty, a reversed and an endless span have buckets, too", () => {
  assert.deepEqual(plan("2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z", 10, utcZone), [
    "1 s",
    "2026-11-20T12:00",
    "2026-11-20T12:00",
  ]);
  assert.equal(plan("2026-11-20T12:00:00Z", "2026-11-19T12:00:00Z", 10).length, 3);
  assert.equal(plan("1970-01-01T00:00:00Z", "9999-12-30T00:00:00Z", 5)[0], "all");
  assert.equal(
    plan("2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z", Number.POSITIVE_INFINITY).length > 500,
    true,
  );
});

test("buckets cover the span, ascend, and are no more than wanted", () => {
  const zones = fc
    .constantFrom(
      "UTC",
      "Europe/Berlin",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "Asia/Beirut",
    )
    .map((name) => namedZone(name) ?? utcZone);
  const froms = fc.integer({ min: Date.UTC(1973, 0, 2), max: Date.UTC(2036, 0, 1) });
  const spans = fc.oneof(
    fc.integer({ min: 0, max: 3_600_000 }),
    fc.integer({ min: 0, max: 40 * 86_400_000 }),
    fc.integer({ min: 0, max: Math.floor(latestInstant / 10) }),
  );
  fc.assert(
    fc.property(
      zones,
      froms,
      spans,
      fc.integer({ min: -1, max: 60 }),
      (zone, from, span, count) => {
        const to = (from + span) as WallMs;
        const { boundaries } = planBuckets({ from: from as WallMs, to, count, zone });
        assert.ok(boundaries.length >= 2 && boundaries.length <= Math.max(count, 1) + 1);
        assert.ok((boundaries[0] ?? 0) <= from && (boundaries[1] ?? 0) > from);
        assert.ok((boundaries.at(-1) ?? 0) > to && (boundaries.at(-2) ?? 0) <= to);
        for (const [index, boundary] of boundaries.entries()) {
          if (index > 0) assert.ok(boundary > (boundaries[index - 1] ?? 0));
        }
      },
    ),
    { numRuns: 500 },
  );
});
