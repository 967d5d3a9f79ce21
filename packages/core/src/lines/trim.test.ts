import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { trimCommonLines } from "./trim.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The same by lines instead of bytes. */
function trimByLines(before: string, after: string) {
  const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const now = after.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const limit = Math.min(old.length, now.length);
  let head = 0;
  while (head < limit && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < limit - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return {
    from: old.slice(0, head).join("").length,
    beforeTo: old.slice(0, old.length - tail).join("").length,
    afterTo: now.slice(0, now.length - tail).join("").length,
  };
}

test("trimming bytes takes off the same whole lines as trimming lines", () => {
  const text = fc.array(fc.constantFrom("a", "b", "\n", "\n"), { maxLength: 24 });
  const ends = fc.array(fc.constantFrom("aab", "\n"), { maxLength: 6 });
  fc.assert(
    fc.property(ends, text, text, ends, (head, one, other, tail) => {
      const before = [...head, ...one, ...tail].join("");
      const after = [...head, ...other, ...tail].join("");
      fc.pre(before !== after);
      assert.deepEqual(
        trimCommonLines(bytes(before), bytes(after)),
        trimByLines(before, after),
        JSON.stringify({ before, after }),
      );
    }),
    { numRuns: 3000 },
  );
});

test("equal contents leave nothing", () => {
  for (const text of ["", "a", "a\n", "\n\n", "a\nb"]) {
    const { from, beforeTo, afterTo } = trimCommonLines(bytes(text), bytes(text));
    assert.deepEqual([beforeTo - from, afterTo - from], [0, 0], JSON.stringify(text));
  }
});
