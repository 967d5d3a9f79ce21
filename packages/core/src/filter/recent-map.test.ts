import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RecentMap } from "./recent-map.ts";

const keys = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 300 });

test("it never holds more than its limit and always holds what was used last", () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 2, max: 20 }), (used, limit) => {
      const map = new RecentMap<{ readonly key: number }>(limit);
      for (const [index, key] of used.entries()) {
        if (map.get(String(key)) === undefined) map.set(String(key), { key });
        assert.ok(map.size <= limit, `${map.size} entries with limit ${limit}`);
        const recent = new Set(used.slice(0, index + 1).reverse());
        const lately = [...recent].slice(0, Math.floor(limit / 2));
        for (const one of lately) assert.equal(map.get(String(one))?.key, one);
      }
    }),
    { numRuns: 100 },
  );
});

test("heavy entries push others out sooner, and one too heavy for all stays alone", () => {
  const map = new RecentMap<{ readonly weight: number }>(10, ({ weight }) => weight);
  for (const key of ["a", "b", "c", "d"]) map.set(key, { weight: 3 });
  assert.deepEqual(
    ["a", "b", "c", "d"].map((key) => map.get(key) !== undefined),
    [false, false, true, true],
  );
  map.set("huge", { weight: 100 });
  map.set("e", { weight: 1 });
  assert.notEqual(map.get("huge"), undefined);
  map.set("f", { weight: 5 });
  map.set("g", { weight: 5 });
  assert.equal(map.size, 2);
});

test("what is dropped is gone, however long ago it was set", () => {
  const map = new RecentMap<object>(4);
  for (const key of ["a/1", "b/1", "a/2"]) map.set(key, {});
  map.drop((key) => key.startsWith("a/"));
  assert.equal(map.get("a/1"), undefined);
  assert.equal(map.get("a/2"), undefined);
  assert.notEqual(map.get("b/1"), undefined);
});
