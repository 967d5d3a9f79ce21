import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dragged, holdAt, moveEdge, scale, slide } from "./zoom.ts";

const all = { from: 0, to: 1_000_000 };

test("a drag to the left is the same as one to the right", () => {
  assert.deepEqual(dragged(all, 700_000, 200_000), { from: 200_000, to: 700_000 });
});

test("sliding keeps the width and stops at the ends", () => {
  const range = { from: 100_000, to: 300_000 };
  assert.deepEqual(slide(all, range, 50_000), { from: 150_000, to: 350_000 });
  assert.deepEqual(slide(all, range, -500_000), { from: 0, to: 200_000 });
  assert.deepEqual(slide(all, range, 5_000_000), { from: 800_000, to: 1_000_000 });
});

test("an edge that passes the other becomes it", () => {
  const range = { from: 100_000, to: 300_000 };
  assert.deepEqual(moveEdge(all, range, "to", 400_000), { from: 100_000, to: 400_000 });
  assert.deepEqual(moveEdge(all, range, "from", 400_000), { from: 300_000, to: 400_000 });
});

test("a press holds the edge that is near, else the inside, else begins anew", () => {
  const range = { from: 100, to: 200 };
  assert.deepEqual(
    [95, 150, 208, 300].map((at) => holdAt(range, at, 10)),
    ["from", "inside", "to", "new"],
  );
  assert.equal(holdAt(null, 150, 10), "new");
});

test("scaling leaves what is pointed at where it is", () => {
  const range = { from: 200_000, to: 400_000 };
  assert.deepEqual(scale(all, range, 0.5, 250_000), { from: 225_000, to: 325_000 });
});

test("whatever is done, a range lies within everything and is not empty", () => {
  const number = fc.integer({ min: -2_000_000, max: 3_000_000 });
  fc.assert(
    fc.property(
      number,
      number,
      number,
      fc.double({ min: 0.001, max: 100, noNaN: true }),
      (a, b, by, factor) => {
        const first = dragged(all, a, b);
        const ranges = [
          first,
          slide(all, first, by),
          moveEdge(all, first, "to", by),
          scale(all, first, factor, by),
        ];
        for (const { from, to } of ranges) {
          assert.ok(from >= all.from && to <= all.to + 0.001 && to - from >= 999, `${from} ${to}`);
        }
      },
    ),
  );
});
