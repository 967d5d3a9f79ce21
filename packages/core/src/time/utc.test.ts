import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { WallMs } from "../base/brand.ts";
import { formatUtc, latestInstant, parseUtc } from "./utc.ts";

const instants = fc.integer({ min: 0, max: latestInstant }).map((ms) => ms as WallMs);

test("every instant from 1970 to 9999 comes back from its UTC text", () => {
  fc.assert(
    fc.property(instants, (at) => {
      const text = formatUtc(at);
      assert.equal(text.length, 24);
      assert.equal(parseUtc(text), at);
    }),
  );
});

test("the order of UTC texts is the order of the instants", () => {
  fc.assert(
    fc.property(instants, instants, (a, b) => {
      assert.equal(formatUtc(a) < formatUtc(b), a < b);
    }),
  );
});

test("an instant outside 1970–9999 becomes the nearest one inside", () => {
  assert.equal(formatUtc(-1 as WallMs), "1970-01-01T00:00:00.000Z");
  assert.equal(formatUtc((latestInstant + 1) as WallMs), "9999-12-31T23:59:59.999Z");
});

test("an instant that is no whole number of milliseconds is a bug", () => {
  for (const at of [Number.NaN, 0.5, Number.POSITIVE_INFINITY]) {
    assert.throws(() => formatUtc(at as WallMs), { name: "InvariantViolation" });
  }
});

test("only the exact fixed-width form is read", () => {
  const wrong = [
    "",
    "2026-11-20",
    "2026-11-20T13:32:07Z",
    "2026-11-20T13:32:07.11Z",
    "2026-11-20T13:32:07.1144Z",
    "2026-11-20 13:32:07.114Z",
    "2026-11-20T13:32:07.114z",
    "2026-11-20T14:32:07.114+01:00",
    "2026-02-30T13:32:07.114Z",
    "2026-11-20T24:00:00.000Z",
    "2026-11-20T13:32:60.000Z",
    "1969-12-31T23:59:59.999Z",
    "+02026-11-20T13:32:07.114Z",
    " 2026-11-20T13:32:07.114Z",
    "Fri Nov 20 2026 13:32:07",
    "٢026-11-20T13:32:07.114Z",
  ];
  for (const text of wrong) assert.equal(parseUtc(text), undefined, text);
});
