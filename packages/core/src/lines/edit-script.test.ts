import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { planEditScript } from "./edit-script.ts";

const numbers = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 80 });

test("what is neither removed nor added is the same on both sides, with any budget", () => {
  const budget = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.constant(1e9));
  fc.assert(
    fc.property(numbers, numbers, budget, (before, after, left) => {
      const { removed, added } = planEditScript(Int32Array.from(before), Int32Array.from(after), {
        left,
      });
      assert.deepEqual(
        before.filter((_, at) => removed[at] === 0),
        after.filter((_, at) => added[at] === 0),
      );
    }),
    { numRuns: 1000 },
  );
});

test("equal sequences need no budget, and nothing changes", () => {
  const same = Int32Array.of(1, 2, 3);
  const { removed, added } = planEditScript(same, same.slice(), { left: 0 });
  assert.deepEqual(
    [[...removed], [...added]],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
  );
});

test("a search exceeds its budget by less than one walk along the sequences", () => {
  // Two tangles with a long run of one line between: many diagonals run along it in one round.
  const tangle = (seed: number) => Array.from({ length: 30 }, (_, at) => 1 + ((at * seed) % 29));
  const run = new Array<number>(5000).fill(0);
  const before = Int32Array.from([...tangle(7), ...run, ...tangle(11)]);
  const after = Int32Array.from([...tangle(13), ...run, ...tangle(17)]);
  for (let budget = 1000; budget < 300_000; budget += 1000) {
    const meter = { left: budget };
    planEditScript(before, after, meter);
    assert.ok(meter.left > -before.length, `${budget} exceeded by ${-meter.left}`);
  }
});
