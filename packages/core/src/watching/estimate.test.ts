import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeEstimate } from "./estimate.ts";

const GiB = 1024 ** 3;
const judge = (files: number, bytes: number, cap = 5 * GiB): string | undefined =>
  judgeEstimate({ files, bytes, isComplete: true, largest: [] }, cap);

test("an ordinary project is no surprise, a huge one and one that would fill the store are", () => {
  assert.equal(judge(20_000, GiB), undefined);
  assert.equal(judge(200_000, 2 * GiB), undefined);
  assert.match(judge(200_001, 1) ?? "", /more than 200000 files/);
  assert.match(judge(1, 2 * GiB + 1) ?? "", /more than 2\.0 GiB/);
  assert.match(judge(1, GiB, 2 * GiB - 2) ?? "", /half of the 2\.0 GiB/);
});
