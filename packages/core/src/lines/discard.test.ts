import assert from "node:assert/strict";
import { test } from "node:test";
import { coarseRoot, planSearchedLines } from "./discard.ts";

// Line 0 has no equal on the other side, line 1 has one, line 2 has a hundred.
const equals = Int32Array.of(0, 1, 100);
const contentLines = 100;

function searched(...lines: number[]): number[] {
  return [...planSearchedLines(Int32Array.from(lines), equals, contentLines)];
}

test("lines with an equal are searched, lines without are not", () => {
  assert.deepEqual(searched(0, 1, 0, 1, 1, 0), [1, 3, 4]);
});

test("a frequent line is dropped only among more than six unmatched ones", () => {
  assert.deepEqual(searched(0, 0, 0, 2, 0, 0, 0), [3]);
  assert.deepEqual(searched(0, 0, 0, 2, 0, 0, 0, 0), []);
  assert.deepEqual(searched(0, 0, 0, 2, 0, 0, 1, 0, 0), [3, 6], "an ordinary line ends the run");
});

test("a frequent line at the end of a run of unmatched lines is kept", () => {
  assert.deepEqual(searched(2, ...new Array<number>(9).fill(0)), [0]);
  assert.deepEqual(searched(...new Array<number>(9).fill(0), 2), [9]);
});

test("unmatched lines more than a hundred lines away do not count", () => {
  const far = [0, ...new Array<number>(100).fill(2), 0];
  assert.equal(searched(...far).length, 100);
  const run = [...new Array<number>(8).fill(0), 2, ...new Array<number>(8).fill(0)];
  assert.deepEqual(searched(...run), []);
});

test("how many equals make a line frequent grows with the root of the content", () => {
  assert.deepEqual(
    [0, 1, 3, 4, 15, 16, 63, 64, 1_000_000].map(coarseRoot),
    [1, 2, 2, 4, 4, 8, 8, 16, 1024],
  );
  const among = Int32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0);
  assert.deepEqual([...planSearchedLines(among, Int32Array.of(0, 15), 255)], [4]);
  assert.deepEqual([...planSearchedLines(among, Int32Array.of(0, 16), 255)], []);
  assert.deepEqual([...planSearchedLines(among, Int32Array.of(0, 1023), 5_000_000)], [4]);
  assert.deepEqual([...planSearchedLines(among, Int32Array.of(0, 1024), 5_000_000)], []);
});
