import assert from "node:assert/strict";
import { test } from "node:test";
import { chartAuthors, countBy } from "./chart-parts.ts";

test("what no agent did has a part of its own", () => {
  const buckets = [
    { total: 5, by: { pi: 2 } },
    { total: 3, by: { "claude-code": 3 } },
  ];
  assert.deepEqual(chartAuthors(buckets), [null, "claude-code", "pi"]);
  assert.deepEqual(
    buckets.map((bucket) => chartAuthors(buckets).map((author) => countBy(bucket, author))),
    [
      [3, 0, 2],
      [0, 3, 0],
    ],
  );
});

test("where agents did everything there is no rest, and an agent may have any name", () => {
  assert.deepEqual(chartAuthors([{ total: 1, by: { constructor: 1 } }]), ["constructor"]);
  assert.equal(countBy({ total: 1, by: {} }, "constructor"), 0);
  assert.equal(countBy({ total: 1, by: { a: 1, b: 1 } }, null), 0, "counted while a row came");
});
