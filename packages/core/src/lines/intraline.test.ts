import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ColumnRange, intraline } from "./intraline.ts";

function words(line: string, ranges: readonly ColumnRange[]): string[] {
  return ranges.map(([from, to]) => line.slice(from, to));
}

function outside(line: string, ranges: readonly ColumnRange[]): string {
  let kept = "";
  let done = 0;
  for (const [from, to] of ranges) {
    assert.ok(done <= from && from < to && to <= line.length);
    kept += line.slice(done, from);
    done = to;
  }
  return kept + line.slice(done);
}

test("whole words are marked, not the letters that differ", () => {
  const before = "  return sum(items);";
  const after = "  return total(items, tax);";
  const changes = intraline(before, after);
  assert.deepEqual(words(before, changes.old), ["sum"]);
  assert.deepEqual(words(after, changes.new), ["total", ", tax"]);
  assert.deepEqual(changes.old, [[9, 12]]);
});

test("letters outside ASCII belong to words", () => {
  assert.deepEqual(intraline("naïve été", "naïve étés").old, [[6, 9]]);
});

test("equal lines have no ranges, a very long line is marked whole", () => {
  assert.deepEqual(intraline("a b", "a b"), { old: [], new: [] });
  const long = "a ".repeat(3000);
  assert.deepEqual(intraline(long, `${long}b`), { old: [[0, 6000]], new: [[0, 6001]] });
  assert.deepEqual(intraline(long, ""), { old: [[0, 6000]], new: [] });
});

test("what is outside the ranges is the same in both lines", () => {
  const line = fc
    .array(fc.constantFrom("a", "bc", " ", "  ", "(", ".", "é", "👍", "\ud83d", "\t"), {
      maxLength: 40,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(line, line, (before, after) => {
      const changes = intraline(before, after);
      assert.equal(outside(before, changes.old), outside(after, changes.new));
    }),
    { numRuns: 1000 },
  );
});
