import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { type StatKey, sameStat } from "@unf/core/timeline";
import { StatTable } from "./stat-table.ts";

const path = (n: number) => `f${n}` as RelPath;
const stat = (n: number): StatKey => ({
  dev: 2n ** 63n + BigInt(n),
  ino: BigInt(n),
  size: 0n,
  mtimeNs: -BigInt(n),
  ctimeNs: BigInt(n) * 1_000_000_000n,
  mode: 0o100644,
});

test("every stat is read as it was set, whatever was set or deleted before and after it", () => {
  const table = new StatTable();
  for (let n = 0; n < 2500; n += 1) {
    table.set(path(n), n % 7 === 0 ? undefined : stat(n));
    if (n % 3 === 0) table.delete(path(n));
  }
  table.set(path(7), stat(70));
  table.set(path(8), undefined);
  for (let n = 0; n < 2500; n += 1) {
    const expected = n === 7 ? stat(70) : n === 8 || n % 7 === 0 ? undefined : stat(n);
    const found = table.get(path(n));
    assert.equal(table.has(path(n)), n % 3 !== 0, path(n));
    if (n % 3 === 0 || expected === undefined) assert.equal(found, undefined, path(n));
    else assert.ok(found !== undefined && sameStat(found, expected), path(n));
  }
});

test("the room of what was set last is used again", () => {
  const table = new StatTable();
  for (let n = 0; n < 5000; n += 1) {
    table.set(path(n), stat(n));
    table.delete(path(n));
  }
  table.set(path(1), stat(1));
  table.set(path(2), stat(2));
  table.delete(path(1));
  assert.equal(table.size, 1);
  assert.deepEqual(table.get(path(2)), stat(2));
});
