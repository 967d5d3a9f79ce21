import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type DiffHunk, splitRows } from "./diff-rows.ts";
import { hideSpaceChanges } from "./hide-space.ts";

const hunkOf = (...lines: string[]): DiffHunk => ({
  old_start: 1,
  new_start: 1,
  lines: lines.map((line) => ({ op: line[0] as " " | "+" | "-", text: line.slice(1) })),
});
const shown = (hunk: DiffHunk) => hideSpaceChanges(hunk)?.lines.map(({ op, text }) => op + text);

test("lines that were only moved in are context, and the rest is still a change", () => {
  assert.deepEqual(shown(hunkOf(" if (a) {", "-b();", "-c();", "+  b();", "+  d();")), [
    " if (a) {",
    "   b();",
    "-c();",
    "+  d();",
  ]);
  assert.deepEqual(shown(hunkOf("-a b", "+new", "+ab ")), ["+new", " ab "]);
});

test("where white space is all that differs nothing is left to show", () => {
  assert.equal(shown(hunkOf(" a", "-b", "+\tb", " c")), undefined);
  assert.equal(shown(hunkOf("-", "+  ")), undefined);
});

test("whatever the lines are, each side keeps its number of lines", () => {
  const text = fc.constantFrom("a", " a", "b", "b ", "", " ");
  const line = fc.tuple(fc.constantFrom(" ", "+", "-"), text).map(([op, rest]) => op + rest);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const before = splitRows(hunkOf(...lines));
      const hidden = hideSpaceChanges(hunkOf(...lines));
      if (hidden === undefined) return;
      const after = splitRows(hidden);
      const count = (rows: typeof before, side: "old" | "now") =>
        rows.filter((row) => row[side] !== null).length;
      assert.equal(count(after, "old"), count(before, "old"));
      assert.equal(count(after, "now"), count(before, "now"));
    }),
  );
});
