import assert from "node:assert/strict";
import { test } from "node:test";
import { timeTicks } from "./time-ticks.ts";

const hour = 3_600_000;
const at = (text: string) => Date.parse(text);
const told = (ticks: readonly { readonly at: number; readonly isDay: boolean }[]) =>
  ticks.map((tick) => `${new Date(tick.at).toISOString().slice(8, 16)}${tick.isDay ? " day" : ""}`);

test("an axis has round times, and as many as there is room for", () => {
  const afternoon = { from: at("2026-11-27T14:02:00Z"), to: at("2026-11-27T16:02:00Z") };
  assert.deepEqual(told(timeTicks(afternoon, 5)), ["27T14:30", "27T15:00", "27T15:30", "27T16:00"]);
  assert.deepEqual(told(timeTicks(afternoon, 2)), ["27T15:00", "27T16:00"]);
  for (const most of [1, 3, 9, 17]) assert.ok(timeTicks(afternoon, most).length <= most);
});

test("a day begins where the reader is, and an hour that is put forward moves none", () => {
  const ahead = (instant: number) => (instant < at("2026-03-29T01:00:00Z") ? hour : 2 * hour);
  const range = { from: at("2026-03-28T12:00:00Z"), to: at("2026-03-30T12:00:00Z") };
  assert.deepEqual(told(timeTicks(range, 4, ahead)), [
    "28T23:00 day",
    "29T10:00",
    "29T22:00 day",
    "30T10:00",
  ]);
});

test("no range, no room and a range of decades are borne", () => {
  assert.deepEqual(timeTicks({ from: 5, to: 5 }, 5), []);
  assert.deepEqual(timeTicks({ from: 0, to: 10 }, 0), []);
  const decades = timeTicks({ from: 0, to: at("2090-01-01T00:00:00Z") }, 6);
  assert.ok(decades.length >= 2 && decades.length <= 6, `${decades.length}`);
});
