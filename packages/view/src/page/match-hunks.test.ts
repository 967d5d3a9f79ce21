import assert from "node:assert/strict";
import { test } from "node:test";
import type { DiffHunk } from "./diff-rows.ts";
import { matchHunks } from "./match-hunks.ts";

function hunk(start: number, ...lines: string[]): DiffHunk {
  return {
    old_start: start,
    new_start: start,
    lines: lines.map((line) => ({ op: line[0] as "+" | "-" | " ", text: line.slice(1) })),
  };
}

test("a shown hunk of two changes is taken back by the two parts that are its own", () => {
  const shown = hunk(1, "-a", "+b", " x", "+c");
  const offered = [
    { number: 1, hunk: hunk(1, "-b", "+a") },
    { number: 2, hunk: hunk(3, "-c") },
    { number: 3, hunk: hunk(90, "-other") },
  ];
  assert.deepEqual(matchHunks(shown, offered), [1, 2]);
});

test("of equal parts the nearest is taken", () => {
  const offered = [5, 50, 500].map((at, n) => ({ number: n + 1, hunk: hunk(at, "-c") }));
  assert.deepEqual(matchHunks(hunk(49, "+c"), offered), [2]);
});

test("a part that changed since is not taken back", () => {
  assert.equal(
    matchHunks(hunk(1, "-a", "+b"), [{ number: 1, hunk: hunk(1, "-B", "+a") }]),
    undefined,
  );
  const half = [{ number: 1, hunk: hunk(1, "-b", "+a") }];
  assert.equal(matchHunks(hunk(1, "-a", "+b", " x", "+c"), half), undefined);
  assert.equal(matchHunks(hunk(1, "-a", "+b"), [{ number: 1, hunk: null }]), undefined);
});
