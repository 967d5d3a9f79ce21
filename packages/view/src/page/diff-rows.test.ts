import assert from "node:assert/strict";
import { test } from "node:test";
import { type DiffHunk, segments, splitRows, unifiedRows } from "./diff-rows.ts";

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

test("only the words that differ are marked, and no text is lost", () => {
  const [, changed] = splitRows(hunk);
  assert.ok(changed?.old && changed.now);
  assert.deepEqual(segments(changed.now), [
    { text: "const ", isMarked: false },
    { text: "two", isMarked: true },
    { text: " = 1;", isMarked: false },
  ]);
  assert.equal(
    segments(changed.old)
      .map(({ text }) => text)
      .join(""),
    "const one = 1;",
  );
});
