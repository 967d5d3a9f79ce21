import assert from "node:assert/strict";
import { test } from "node:test";
import { barHeight, type ChartBucket, chartSeries, countOf } from "./chart-parts.ts";

const buckets: readonly ChartBucket[] = [
  { total: 9, by: { pi: 2, codex: 3 }, human: 4, unknown: 0 },
  { total: 2, by: { codex: 1 }, human: 0, unknown: 1 },
];

test("people, each agent and nobody knows who are apart, and a series without a change is none", () => {
  const series = chartSeries(buckets);
  assert.deepEqual(
    series.map((one) => (one.is === "agent" ? one.name : one.is)),
    ["you", "codex", "pi", "unknown"],
  );
  assert.deepEqual(
    buckets.map((bucket) => series.map((one) => countOf(bucket, one))),
    [
      [4, 3, 2, 0],
      [0, 1, 0, 1],
    ],
  );
  assert.deepEqual(chartSeries([{ total: 1, by: {}, human: 1, unknown: 0 }]), [{ is: "you" }]);
});

test("an agent may have any name", () => {
  const odd = { total: 3, by: { unknown: 1, you: 2 }, human: 0, unknown: 0 };
  assert.deepEqual(chartSeries([odd]), [
    { is: "agent", name: "unknown" },
    { is: "agent", name: "you" },
  ]);
  assert.equal(countOf(odd, { is: "agent", name: "constructor" }), 0);
});

test("a single change is seen beside thousands", () => {
  assert.equal(barHeight(10_000, 10_000), 1);
  assert.ok(barHeight(1, 2_500) >= 0.02);
  assert.equal(barHeight(0, 0), 0);
});
