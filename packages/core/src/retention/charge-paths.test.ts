import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RelPath } from "../base/brand.ts";
import { chargePaths, type PathShare } from "./charge-paths.ts";

function share(path: string, freeableBytes: number, grownBytes = 0): PathShare {
  const rest = { root: "/p", versions: 1, bytes: freeableBytes };
  return { ...rest, path: path as RelPath, freeableBytes, grownBytes };
}

function charge(shares: readonly PathShare[], wantedBytes: number, leastBytes = wantedBytes) {
  const charges = chargePaths(shares, { leastBytes, wantedBytes });
  return charges && Object.fromEntries([...charges].map(([{ path }, bytes]) => [path, bytes]));
}

test("the path that takes most pays alone while it is the largest, then the largest are levelled", () => {
  const shares = [share("a", 100), share("b", 30), share("c", 10)];
  assert.deepEqual(charge(shares, 60), { a: 60 });
  assert.deepEqual(charge(shares, 90), { a: 80, b: 10 });
  assert.deepEqual(charge(shares, 140), { a: 100, b: 30, c: 10 });
});

test("what grew lately pays before what is large and rests", () => {
  const shares = [share("archive", 1000), share("log", 100, 90)];
  assert.deepEqual(charge(shares, 50), { log: 50 });
  assert.deepEqual(charge(shares, 200), { log: 90, archive: 110 });
});

test("where all together cannot pay, nobody does", () => {
  assert.equal(charge([share("a", 100), share("b", 30)], 131), undefined);
  assert.deepEqual(charge([share("a", 100), share("b", 30)], 500, 130), { a: 100, b: 30 });
  assert.equal(charge([], 1), undefined);
});

test("who pays never loses more than what is left of a path that pays nothing would allow", () => {
  const sizes = fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(sizes, fc.nat(3000), (drawn, wanted) => {
      const shares = drawn.map((size, index) => share(`f${index}`, size));
      const charges = chargePaths(shares, { leastBytes: 0, wantedBytes: wanted });
      assert.ok(charges !== undefined);
      const all = drawn.reduce((sum, size) => sum + size, 0);
      const paid = charges.values().reduce((sum, bytes) => sum + bytes, 0);
      assert.ok(paid >= Math.min(all, wanted) && paid <= Math.min(all, wanted) + shares.length);
      const left = (one: PathShare) => one.freeableBytes - (charges.get(one) ?? 0);
      const spared = shares.filter((one) => !charges.has(one)).map(left);
      const levels = shares.filter((one) => charges.has(one)).map(left);
      assert.ok(Math.max(0, ...spared) <= Math.min(Number.MAX_SAFE_INTEGER, ...levels) + 1);
    }),
    { numRuns: 200 },
  );
});
