import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { sortInSteps } from "./sort-in-steps.ts";
import { finish } from "./steps.ts";

interface Item {
  readonly key: number;
  readonly place: number;
}

const byKey = (a: Item, b: Item) => a.key - b.key;

function itemsOf(keys: readonly number[]): Item[] {
  return keys.map((key, place) => ({ key, place }));
}

test("sorting in steps gives what sorting at once gives, equal ones in their order", () => {
  const keys = fc.array(fc.nat(500), { maxLength: 5000, size: "max" });
  fc.assert(
    fc.property(keys, (given) => {
      const items = itemsOf(given);
      assert.deepEqual(finish(sortInSteps(items, byKey)), items.toSorted(byKey));
    }),
    { numRuns: 30 },
  );
});

test("no more than some thousand are looked at without a pause", () => {
  const mixed = itemsOf(Array.from({ length: 50_000 }, (_, n) => (n * 7919) % 50_021));
  let [compared, most] = [0, 0];
  const steps = sortInSteps(mixed, (a, b) => {
    compared += 1;
    return byKey(a, b);
  });
  while (steps.next().done !== true) {
    most = Math.max(most, compared);
    compared = 0;
  }
  assert.ok(most < 20_000, `${most} comparisons`);
});
