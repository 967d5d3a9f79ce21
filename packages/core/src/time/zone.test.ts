import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { WallMs } from "../base/brand.ts";
import { dayMs, dayNumber, type LocalMs } from "./calendar.ts";
import { fromLocal, namedZone, startOfDay, toLocal, utcZone, type Zone } from "./zone.ts";

function zoneOf(name: string): Zone {
  const zone = namedZone(name);
  assert.ok(zone, name);
  return zone;
}

const names = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Havana",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Africa/Casablanca",
];

const zones = fc.constantFrom(...names).map(zoneOf);

/** 1973–2037: quarter-hour offsets, and rules rather than extrapolation. */
const recent = { min: Date.UTC(1973, 0, 1), max: Date.UTC(2037, 0, 1) };

const at = (text: string): WallMs => Date.parse(text) as WallMs;
const local = (text: string): LocalMs => Date.parse(`${text}Z`) as LocalMs;

test("the offset of a named zone changes at the published instants", () => {
  const table: readonly (readonly [string, string, number])[] = [
    ["Europe/Berlin", "2026-03-29T00:59:59.999Z", 60],
    ["Europe/Berlin", "2026-03-29T01:00:00.000Z", 120],
    ["Europe/Berlin", "2026-10-25T00:59:59.999Z", 120],
    ["Europe/Berlin", "2026-10-25T01:00:00.000Z", 60],
    ["America/New_York", "2026-03-08T06:59:59.999Z", -300],
    ["America/New_York", "2026-03-08T07:00:00.000Z", -240],
    ["Asia/Kathmandu", "2026-01-01T00:00:00.000Z", 345],
    ["Australia/Lord_Howe", "2026-04-04T14:59:59.999Z", 660],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00.000Z", 630],
    ["Pacific/Apia", "2011-12-30T09:59:59.999Z", -600],
    ["Pacific/Apia", "2011-12-30T10:00:00.000Z", 840],
  ];
  for (const [name, instant, minutes] of table) {
    assert.equal(zoneOf(name).offsetAt(at(instant)), minutes * 60_000, `${name} ${instant}`);
  }
});

test("a name the runtime does not know gives no zone", () => {
  for (const name of ["Europe/Nowhere", "", "\0", "x".repeat(10_000)]) {
    assert.equal(namedZone(name), undefined);
  }
});

test("every instant is among the readings of its own local time", () => {
  fc.assert(
    fc.property(zones, fc.integer(recent), (zone, ms) => {
      const reading = fromLocal(zone, toLocal(zone, ms as WallMs));
      const instants =
        reading.kind === "once"
          ? [reading.at]
          : reading.kind === "twice"
            ? [reading.first, reading.second]
            : [];
      assert.ok(instants.includes(ms as WallMs), JSON.stringify(reading));
    }),
    { numRuns: 1000 },
  );
});

test("every reading shows the local time it was made from, or jumps over it", () => {
  fc.assert(
    fc.property(zones, fc.integer(recent), (zone, ms) => {
      const wanted = ms as LocalMs;
      const reading = fromLocal(zone, wanted);
      if (reading.kind === "once") assert.equal(toLocal(zone, reading.at), wanted);
      if (reading.kind === "twice") {
        assert.ok(reading.first < reading.second);
        assert.equal(toLocal(zone, reading.first), wanted);
        assert.equal(toLocal(zone, reading.second), wanted);
      }
      if (reading.kind === "never") {
        assert.ok(toLocal(zone, (reading.jump - 1) as WallMs) < wanted);
        assert.ok(toLocal(zone, reading.jump) > wanted);
      }
    }),
    { numRuns: 1000 },
  );
});

test("a local time that clocks skip is never, one they repeat is twice", () => {
  const berlin = zoneOf("Europe/Berlin");
  const jump = at("2026-03-29T01:00Z");
  assert.deepEqual(fromLocal(berlin, local("2026-03-29T02:00:00.000")), { kind: "never", jump });
  assert.deepEqual(fromLocal(berlin, local("2026-03-29T02:59:59.999")), { kind: "never", jump });
  assert.equal(fromLocal(berlin, local("2026-03-29T01:59:59.999")).kind, "once");
  assert.equal(fromLocal(berlin, local("2026-03-29T03:00:00.000")).kind, "once");
  assert.deepEqual(fromLocal(berlin, local("2026-10-25T02:30:00.000")), {
    kind: "twice",
    first: at("2026-10-25T00:30Z"),
    second: at("2026-10-25T01:30Z"),
  });
  assert.equal(fromLocal(berlin, local("2026-10-25T03:00:00.000")).kind, "once");
});

test("a day that a zone skipped as a whole begins where the next one does", () => {
  const apia = zoneOf("Pacific/Apia");
  const skipped = dayNumber({ year: 2011, month: 12, day: 30 });
  assert.equal(startOfDay(apia, skipped), at("2011-12-30T10:00Z"));
  assert.equal(startOfDay(apia, skipped + 1), at("2011-12-30T10:00Z"));
  assert.equal(startOfDay(apia, skipped - 1), at("2011-12-29T10:00Z"));
});

test("a day begins at its first instant where midnight is skipped or repeated", () => {
  const beirut = zoneOf("Asia/Beirut");
  const spring = dayNumber({ year: 2022, month: 3, day: 27 });
  assert.equal(startOfDay(beirut, spring), at("2022-03-26T22:00Z"));
  const havana = zoneOf("America/Havana");
  const autumn = dayNumber({ year: 2025, month: 11, day: 2 });
  assert.equal(startOfDay(havana, autumn), at("2025-11-02T04:00Z"));
});

test("UTC days begin at multiples of a day", () => {
  assert.equal(startOfDay(utcZone, 20_000), 20_000 * dayMs);
});
