import assert from "node:assert/strict";
import { test } from "node:test";
import { Pasted } from "./pasted.ts";

/** Keys that were none of a paste, and what was pasted. */
function play(...events: readonly (readonly [name: string | undefined, text: string])[]) {
  const pasted = new Pasted();
  const heard: string[] = [];
  const whole: string[] = [];
  for (const [name, text] of events) {
    if (!pasted.take(name, text, (one) => whole.push(one))) heard.push(text);
  }
  return { heard, whole };
}

test("what lies between the two signs is one text, and no key", () => {
  const letters = [..."uyq\r"].map((letter) => [undefined, letter] as const);
  const { heard, whole } = play(
    ["j", "j"],
    ["paste-start", ""],
    ...letters,
    ["paste-end", ""],
    ["k", "k"],
  );
  assert.deepEqual(heard, ["j", "k"]);
  assert.deepEqual(whole, ["uyq\r"]);
});

test("a paste whose end was lost is left by Ctrl-C, and none takes more room than it may", () => {
  const { heard, whole } = play(["paste-start", ""], ["x", "x"], ["c", "\u0003"], ["q", "q"]);
  assert.deepEqual(heard, ["\u0003", "q"]);
  assert.deepEqual(whole, []);
  const many = Array.from({ length: 5000 }, () => ["a", "a"] as const);
  const long = play(["paste-start", ""], ...many, ["paste-end", ""]);
  assert.equal(long.whole[0]?.length, 1000);
});
