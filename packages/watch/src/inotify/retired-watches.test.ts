import assert from "node:assert/strict";
import { test } from "node:test";
import { RetiredWatches } from "./retired-watches.ts";

test("a removed watch is known until it has ended, and for a while after", () => {
  const retired = new RetiredWatches();
  retired.add(1);
  for (let watch = 2; watch < 10_000; watch += 1) retired.add(watch);
  assert.ok(retired.has(1));
  retired.end(1);
  assert.ok(retired.has(1));
  for (let watch = 2; watch < 4096; watch += 1) retired.end(watch);
  assert.ok(retired.has(1));
});

test("ended watches are forgotten in the end, also those whose end was lost", () => {
  const retired = new RetiredWatches();
  retired.add(1);
  retired.endAll();
  for (let watch = 2; watch < 10_000; watch += 1) {
    retired.add(watch);
    retired.end(watch);
  }
  assert.ok(!retired.has(1));
  assert.ok(retired.has(9999));
  assert.ok(!retired.has(10_000));
});
