import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Block, planBlocks } from "./block.ts";
import { indexLines } from "./line-index.ts";
import { planSlides } from "./slide.ts";

const index = (lines: readonly string[]) =>
  indexLines(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));

/** Where the lines added to `before` at `from` are said to be after sliding. */
function slide(before: readonly string[], from: number, added: readonly string[]): Block[] {
  const after = before.toSpliced(from, 0, ...added);
  const block = { oldFrom: from, oldTo: from, newFrom: from, newTo: from + added.length };
  return planSlides([block], index(before), index(after));
}

const at = (old: number, from: number, to: number): Block[] => [
  { oldFrom: old, oldTo: old, newFrom: from, newTo: to },
];

test("a block is cut after a blank line rather than as low as it can be", () => {
  const before = ["p", "q", "", "p", "last"];
  // Could begin at any line from 0 to 4.
  assert.deepEqual(slide(before, 4, ["q", "", "p"]), at(3, 3, 6));
  assert.deepEqual(slide(before, 1, ["q", "", "p"]), at(3, 3, 6));
});

test("a block is cut where the indentation is least rather than as low as it can be", () => {
  const before = ["a {", "  x", "}", "a {", "\ty", "}"];
  assert.deepEqual(slide(before, 4, ["  x", "}", "a {"]), at(3, 3, 6));
});

test("a blank line counts as the line that follows it", () => {
  const before = ["if {", "", "    x", "if {", "  y"];
  assert.deepEqual(slide(before, 1, ["", "    x", "if {"]), at(3, 3, 6));
});

test("a block that replaces lines stays where it is", () => {
  const before = index(["a", "b", "c"]);
  const after = index(["a", "a", "c"]);
  const block = { oldFrom: 1, oldTo: 2, newFrom: 1, newTo: 2 };
  assert.deepEqual(planSlides([block], before, after), [block]);
});

test("after sliding, blocks are in order, do not touch, and lines between them are equal", () => {
  // Any script, not only a short one: each line is kept, removed, or added.
  const step = fc.record({
    line: fc.constantFrom("a", "", " b"),
    op: fc.constantFrom("keep", "keep", "remove", "add"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const before = steps.filter(({ op }) => op !== "add");
      const after = steps.filter(({ op }) => op !== "remove");
      const blocks = planBlocks({
        commonHead: 0,
        commonTail: 0,
        removed: Uint8Array.from(before, ({ op }) => (op === "keep" ? 0 : 1)),
        added: Uint8Array.from(after, ({ op }) => (op === "keep" ? 0 : 1)),
        exact: true,
      });
      const [old, now] = [before.map(({ line }) => line), after.map(({ line }) => line)];
      const slid = planSlides(blocks, index(old), index(now));
      const end = { oldFrom: old.length, oldTo: 0, newFrom: now.length, newTo: 0 };
      let previous = { oldTo: 0, newTo: 0 };
      for (const [number, block] of [...slid, end].entries()) {
        const kept = old.slice(previous.oldTo, block.oldFrom);
        assert.deepEqual(kept, now.slice(previous.newTo, block.newFrom));
        assert.ok(number === 0 || block === end || kept.length > 0, "blocks touch");
        previous = block;
      }
    }),
    { numRuns: 2000 },
  );
});
