import assert from "node:assert/strict";
import { test } from "node:test";
import { cutHunks, type DiffHunk, invertHunk, splitRows, unifiedRows } from "./diff-rows.ts";

const hunk: DiffHunk = {
  old_start: 10,
  new_start: 20,
  lines: [
    { op: " ", text: "a" },
    { op: "-", text: "const one = 1;" },
    { op: "-", text: "gone" },
    { op: "+", text: "const two = 1;" },
    { op: " ", text: "b" },
    { op: "+", text: "come" },
  ],
};

test("lines that went stand beside those that came in their place", () => {
  assert.deepEqual(
    splitRows(hunk).map(({ old, now }) => [old?.n, old?.text, now?.n, now?.text]),
    [
      [10, "a", 20, "a"],
      [11, "const one = 1;", 21, "const two = 1;"],
      [12, "gone", undefined, undefined],
      [13, "b", 22, "b"],
      [undefined, undefined, 23, "come"],
    ],
  );
});

test("unified, a run has what went before what came, and every line once", () => {
  assert.deepEqual(
    unifiedRows(hunk).map(({ op, text }) => op + text),
    hunk.lines.map(({ op, text }) => op + text),
  );
});

test("turned round, what went comes back in its place, and turned twice it is what it was", () => {
  const turned = invertHunk(hunk);
  assert.deepEqual(
    turned.lines.map(({ op, text }) => op + text),
    [" a", "-const two = 1;", "+const one = 1;", "+gone", " b", "-come"],
  );
  assert.deepEqual([turned.old_start, turned.new_start], [20, 10]);
  assert.deepEqual(invertHunk(turned), hunk);
});

test("what is cut off is counted, and what is shown is whole up to there", () => {
  const { hunks, left } = cutHunks([hunk, hunk], 8);
  assert.deepEqual(
    hunks.map(({ lines }) => lines.length),
    [6, 2],
  );
  assert.equal(left, 4);
  assert.deepEqual(cutHunks([hunk], 6), { hunks: [hunk], left: 0 });
  assert.deepEqual(cutHunks([hunk, hunk], 6), { hunks: [hunk], left: 6 });
});
