import assert from "node:assert/strict";
import { test } from "node:test";
import { testSeed } from "@unf/test";
import fc from "fast-check";
import type { WallMs } from "../base/brand.ts";
import { dayMs, hourMs } from "../time/calendar.ts";
import { agesFrom, stepAgeClock } from "./age-clock.ts";

const now = Date.UTC(2026, 10, 22) as WallMs;
const later = (ms: number) => (now + ms) as WallMs;

/** Readings in a row: how long the recorder ran since the one before, and what the wall clock says then. */
function play(readings: readonly (readonly [ranMs: number, wall: WallMs])[]): WallMs {
  return readings.reduce((at, [ranMs, wall]) => stepAgeClock(at, wall, ranMs), now);
}

test("a clock that is right is followed, and a month of absence is made up for within thirty hours", () => {
  assert.equal(play([[15_000, later(15_000)]]), later(15_000));
  const away = 30 * dayMs;
  assert.equal(play([[hourMs, later(away)]]), later(dayMs));
  assert.equal(play([[31.5 * hourMs, later(away + 31.5 * hourMs)]]), later(away + 31.5 * hourMs));
});

test("an hour of a clock that is ten years ahead, or behind, counts as a day, and passes", () => {
  for (const wrong of [3650 * dayMs, -3650 * dayMs]) {
    const hour = [hourMs, later(wrong)] as const;
    assert.equal(play([hour]), later(Math.sign(wrong) * dayMs));
    assert.equal(play([hour, [2 * hourMs, later(3 * hourMs)]]), later(3 * hourMs));
  }
  assert.equal(agesFrom(later(dayMs), later(hourMs)), later(hourMs));
  assert.equal(agesFrom(later(dayMs), later(9 * dayMs)), later(dayMs));
});

test("whatever the wall clock says, ages are counted from no later than it, and a day an hour", () => {
  const reading = fc.tuple(
    fc.integer({ min: 0, max: 9 * hourMs }),
    fc.integer({ min: 0, max: 2 ** 45 }),
  );
  fc.assert(
    fc.property(fc.array(reading), (readings) => {
      let at = now;
      let ran = 0;
      for (const [ranMs, wall] of readings) {
        at = stepAgeClock(at, wall as WallMs, ranMs);
        ran += ranMs;
        assert.ok(agesFrom(at, wall as WallMs) <= wall);
        assert.ok(Math.abs(at - now) <= ran * 24);
      }
    }),
    { seed: testSeed() },
  );
});
