import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countLines } from "./count.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const exactly = (lines: number, added: number, removed: number) => ({
  lines,
  added,
  removed,
  exact: true,
});

/** Contents of few different lines, so that many are equal; the last may lack its newline. */
function contents(maxLines: number, distinct: number) {
  return fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: distinct - 1 }), { maxLength: maxLines }),
      fc.boolean(),
    )
    .map(([numbers, terminated]) => {
      const lines = numbers.map((number) => "x".repeat(number));
      return terminated ? lines.map((line) => `${line}\n`).join("") : lines.join("\n");
    });
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Length of the longest common subsequence, by the textbook table. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const line of before) {
    const next = [0];
    after.forEach((other, at) => {
      const skip = Math.max(row[at + 1] ?? 0, next[at] ?? 0);
      next.push(line === other ? (row[at] ?? 0) + 1 : skip);
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

test("a created file counts every line as added, a deleted one as removed", () => {
  assert.deepEqual(countLines(undefined, bytes("a\nb\n")), exactly(2, 2, 0));
  assert.deepEqual(countLines(bytes("a\nb"), undefined), exactly(0, 0, 2));
  assert.deepEqual(countLines(undefined, bytes("")), exactly(0, 0, 0));
  assert.deepEqual(countLines(undefined, undefined), exactly(0, 0, 0));
});

test("a last line without newline is a line, and another one than with it", () => {
  assert.deepEqual(countLines(bytes("a\nb"), bytes("a\nb\n")), exactly(2, 1, 1));
  assert.deepEqual(countLines(bytes("a\n"), bytes("a\nb")), exactly(2, 1, 0));
  assert.deepEqual(countLines(bytes("a\nb"), bytes("a")), exactly(1, 1, 2));
});

test("a changed line end is a changed line", () => {
  assert.deepEqual(countLines(bytes("a\r\nb\r\n"), bytes("a\nb\r\n")), exactly(2, 1, 1));
});

test("bytes that are not text in any encoding are compared as they are", () => {
  const before = Uint8Array.of(0xff, 10, 0xfe, 10);
  const after = Uint8Array.of(0xff, 10, 0xfd, 10);
  assert.deepEqual(countLines(before, after), exactly(2, 1, 1));
});

test("contents that are views into larger memory are read where they lie", () => {
  const memory = bytes("..a\nb\nc\n..a\nc\n.");
  const before = memory.subarray(2, 8);
  const after = memory.subarray(10, 14);
  assert.deepEqual(countLines(before, after), exactly(2, 0, 1));
});

test("lines whose 32-bit FNV-1a hashes are equal are told apart", () => {
  const before = bytes("1\ncostarring\ndeclinate\n2\n");
  const after = bytes("3\nliquid\nmacallums\n4\n");
  assert.deepEqual(countLines(before, after), exactly(4, 4, 4));
});

test("up to seven lines a side the counts are the least possible", () => {
  fc.assert(
    fc.property(contents(7, 4), contents(7, 4), (before, after) => {
      const old = linesOf(before);
      const now = linesOf(after);
      const common = longestCommon(old, now);
      assert.deepEqual(
        countLines(bytes(before), bytes(after)),
        exactly(now.length, now.length - common, old.length - common),
      );
    }),
    { numRuns: 2000 },
  );
});

test("without frequent lines the counts are the least possible at any length", () => {
  // 60 distinct lines, each at most twice: less than the 8 equals that make a line frequent.
  const sparse = fc
    .uniqueArray(fc.integer({ min: 0, max: 119 }), { maxLength: 100 })
    .map((numbers) => numbers.map((number) => `line ${number % 60}\n`).join(""));
  fc.assert(
    fc.property(sparse, sparse, (before, after) => {
      const old = linesOf(before);
      const now = linesOf(after);
      const common = longestCommon(old, now);
      const counts = countLines(bytes(before), bytes(after));
      assert.deepEqual([counts.added, counts.removed], [now.length - common, old.length - common]);
    }),
    { numRuns: 300 },
  );
});

test("counts within any budget are those of some correct script, never below the exact ones", () => {
  const budget = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(contents(120, 9), contents(120, 9), budget, (before, after, steps) => {
      const bounded = countLines(bytes(before), bytes(after), { steps });
      const exact = countLines(bytes(before), bytes(after));
      assert.equal(exact.exact, true);
      if (bounded.exact) return assert.deepEqual(bounded, exact);
      assert.ok(bounded.added >= exact.added && bounded.removed >= exact.removed);
      assert.equal(bounded.added - bounded.removed, exact.added - exact.removed);
      assert.ok(bounded.added <= bounded.lines);
      assert.equal(bounded.lines, exact.lines);
    }),
    { numRuns: 500 },
  );
});

test("what costs nothing to know is exact without any budget", () => {
  assert.deepEqual(countLines(bytes("a\nc\n"), bytes("a\nb\nc\n"), { steps: 0 }), exactly(3, 1, 0));
  assert.equal(countLines(bytes("a\n"), bytes("b\n"), { steps: 0 }).exact, false);
});
