import assert from "node:assert/strict";
import { test } from "node:test";
import { leastWritten } from "./least-written.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const cases: readonly (readonly [string, string | undefined, string, number])[] = [
  ["a new file costs all of it", undefined, "abcd", 4],
  ["its holes are free", undefined, "a\0\0b", 2],
  ["a file that was there costs what differs", "abcd", "abXd", 1],
  ["and what it grew", "ab", "abcd", 2],
  ["what is cut off is free", "abcd", "ab", 0],
  ["what became a hole is free", "abcd", "a\0\0d", 0],
  ["the same again is free", "abcd", "abcd", 0],
];

for (const [title, before, after, cost] of cases) {
  test(title, () => {
    const from = before === undefined ? undefined : bytes(before);
    assert.equal(leastWritten(from, bytes(after)), cost);
  });
}
