import assert from "node:assert/strict";
import { test } from "node:test";
import { cutParts } from "./cut-parts.ts";

const part = (text: string) => ({ text, isMarked: false, look: "" });

test("a line is whole up to a bound, and behind it is counted", () => {
  const whole = [part("ab"), { ...part("cd"), isMarked: true }];
  assert.deepEqual(cutParts(whole, 4), { parts: whole, left: 0 });
  const { parts, left } = cutParts([...whole, part("efg")], 3);
  assert.deepEqual(parts, [part("ab"), { ...part("c"), isMarked: true }]);
  assert.equal(left, 4);
  assert.deepEqual(cutParts([], 3), { parts: [], left: 0 });
});
