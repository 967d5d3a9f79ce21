import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentRows } from "./recent-rows.ts";

const row = (n: number, file: string | undefined) => ({ n, file });

test("of recent rows the oldest goes beyond the bound, and from its file as well", () => {
  const rows = new RecentRows<ReturnType<typeof row>>(3);
  for (const [n, file] of ["a", "b", "a", undefined, "c"].entries()) rows.add(row(n, file));
  assert.deepEqual(
    rows.all.map(({ n }) => n),
    [2, 3, 4],
  );
  const names = ["a", "b", "c"].map((file) => rows.ofFile(file).map(({ n }) => n));
  assert.deepEqual(names, [[2], [], [4]]);
});

test("what is forgotten is found by no name", () => {
  const rows = new RecentRows<ReturnType<typeof row>>(9);
  for (const [n, file] of ["a", "a", "b"].entries()) rows.add(row(n, file));
  rows.keep(({ n }) => n !== 0 && n !== 2);
  assert.deepEqual([rows.ofFile("a").length, rows.ofFile("b").length, rows.all.length], [1, 0, 1]);
});
