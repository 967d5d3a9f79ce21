import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findHits } from "./find-hits.ts";

test("every place that has the words is found, in any case, and signs stand for themselves", () => {
  assert.deepEqual(findHits("Total = total(a)", "total"), [
    [0, 5],
    [8, 13],
  ]);
  assert.deepEqual(findHits("axb a.b", "a.b"), [[4, 7]]);
  assert.deepEqual(findHits("x", ""), []);
});

test("whatever is looked for, it is found where it stands", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(text, text, text, (before, wanted, after) => {
      fc.pre(wanted !== "" && !`${before}${after}`.includes(wanted));
      const found = findHits(`${before}|${wanted}|${after}`, `|${wanted}|`);
      assert.ok(found.length > 0, JSON.stringify([before, wanted, after]));
    }),
  );
});
