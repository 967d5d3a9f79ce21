import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { WallMs } from "../base/brand.ts";
import { renderAge, renderAgo, renderAgoInWords, renderSpan } from "./render-age.ts";
import {
  renderClock,
  renderDayHeading,
  renderLocalIso,
  renderOffset,
  renderResolved,
} from "./render-local.ts";
import { parseSize, renderBytes, renderSize } from "./size.ts";
import { namedZone, utcZone } from "./zone.ts";

const berlin = namedZone("Europe/Berlin") ?? utcZone;
const at = (text: string): WallMs => Date.parse(text) as WallMs;

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

test("local times show the clock and the offset of the zone at that instant", () => {
  assert.equal(renderLocalIso(at("2026-11-20T13:32:07.999Z"), berlin), "2026-11-20T14:32:07+01:00");
  assert.equal(renderLocalIso(at("2026-07-01T22:30:00Z"), berlin), "2026-07-02T00:30:00+02:00");
  assert.equal(renderClock(at("2026-11-20T13:32:07.999Z"), berlin), "14:32:07");
  assert.equal(renderLocalIso(0 as WallMs, utcZone), "1970-01-01T00:00:00+00:00");
  const west = { name: "west", offsetAt: () => -12.75 * hour };
  assert.equal(renderLocalIso(0 as WallMs, west), "1969-12-31T11:15:00-12:45");
});

test("an offset with seconds is rounded and the text still names the instant", () => {
  const amsterdam = { name: "old Amsterdam", offsetAt: () => 19 * 60 * second + 32 * second };
  assert.equal(renderLocalIso(at("1970-01-02T00:00:00Z"), amsterdam), "1970-01-02T00:20:00+00:20");
  assert.equal(renderOffset(-5.5 * hour), "-05:30");
});

test("a resolved time is shown in full with its age", () => {
  const now = at("2026-11-20T13:37:30Z");
  assert.equal(
    renderResolved(at("2026-11-20T13:32:07Z"), { now, zone: berlin }),
    "2026-11-20 14:32:07 +01:00 (5 minutes ago)",
  );
});

test("days are headed by name while near, by date when far, by year when in another", () => {
  const viewer = { now: at("2026-11-20T13:37:30Z"), zone: berlin };
  const table: Record<string, string> = {
    "2026-11-20T13:32:07Z": "Today",
    "2026-11-19T23:00:00Z": "Today",
    "2026-11-19T22:59:59Z": "Yesterday",
    "2026-11-16T12:00:00Z": "Mon 16 Nov",
    "2026-01-01T12:00:00Z": "Thu 1 Jan",
    "2025-12-31T12:00:00Z": "Wed 31 Dec 2025",
    "2026-11-21T12:00:00Z": "Sat 21 Nov",
  };
  for (const [text, expected] of Object.entries(table)) {
    assert.equal(renderDayHeading(at(text), viewer), expected, text);
  }
});

test("an age is shown in its largest whole unit", () => {
  const table: readonly (readonly [number, string, string])[] = [
    [-5 * second, "0s", "just now"],
    [999, "0s", "just now"],
    [second, "1s", "1 second ago"],
    [59_999, "59s", "59 seconds ago"],
    [60_000, "1m", "1 minute ago"],
    [39 * 60_000, "39m", "39 minutes ago"],
    [hour - 1, "59m", "59 minutes ago"],
    [2 * hour, "2h", "2 hours ago"],
    [day, "1d", "1 day ago"],
    [13.9 * day, "13d", "13 days ago"],
    [14 * day, "2w", "2 weeks ago"],
    [63 * day, "2mo", "2 months ago"],
    [400 * day, "13mo", "13 months ago"],
    [731 * day, "2y", "2 years ago"],
  ];
  for (const [ms, short, words] of table) {
    assert.equal(renderAge(ms), short);
    assert.equal(renderAgoInWords(ms), words);
  }
  assert.equal(renderAgo(12 * second), "12 s ago");
});

test("a span is shown in its two largest units", () => {
  assert.equal(renderSpan(266_400_000), "3d 2h");
  assert.equal(renderSpan(5 * 60_000 + 12_345), "5m 12s");
  assert.equal(renderSpan(40_999), "40s");
  assert.equal(renderSpan(3 * day + 59_000), "3d");
  assert.equal(renderSpan(999), "0s");
});

test("bytes for reading have one decimal below 10 and never show 1024 of a unit", () => {
  const table: readonly (readonly [number, string])[] = [
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.0 KiB"],
    [12_582_912, "12 MiB"],
    [1_258_291, "1.2 MiB"],
    [10 * 1024 - 1, "10 KiB"],
    [1024 * 1024 - 1, "1.0 MiB"],
    [5 * 1024 ** 3, "5.0 GiB"],
    [Number.MAX_SAFE_INTEGER, "8192 TiB"],
  ];
  for (const [bytes, text] of table) assert.equal(renderBytes(bytes), text);
});

test("sizes are read with binary and decimal units", () => {
  const table: readonly (readonly [string, number])[] = [
    ["2MiB", 2_097_152],
    ["5GiB", 5_368_709_120],
    ["500k", 512_000],
    ["500 kB", 500_000],
    ["1.5M", 1_572_864],
    ["1024", 1024],
    ["0", 0],
    ["7b", 7],
    ["1.0009k", 1024],
  ];
  for (const [text, bytes] of table) assert.equal(parseSize(text), bytes, text);
});

test("what is no size is refused", () => {
  const wrong = [
    "",
    "MiB",
    "-1k",
    "+1k",
    "1e3",
    "0x10",
    "1.5",
    "1,5k",
    "5XB",
    "9999999999TiB",
    "NaN",
    "٥k",
    "1 2k",
    "5m 3k",
  ];
  for (const text of wrong) assert.equal(parseSize(text), undefined, text);
});

test("every size comes back from its exact text", () => {
  const sizes = fc.oneof(
    fc.maxSafeNat(),
    fc
      .tuple(fc.nat({ max: 1000 }), fc.nat({ max: 4 }))
      .map(([count, power]) => count * 1024 ** power),
  );
  fc.assert(fc.property(sizes, (bytes) => assert.equal(parseSize(renderSize(bytes)), bytes)));
});
