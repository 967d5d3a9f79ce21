import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, WallMs } from "../base/brand.ts";
import type { OtherProcess, OthersReading } from "../ports/process-tree.ts";
import { findRivals, isCompanion } from "./rivals.ts";

function look(at: number, ...processes: readonly OtherProcess[]): OthersReading {
  return { from: at as WallMs, to: at as WallMs, processes };
}

function one(handed: number, paged: number, more: Partial<OtherProcess> = {}): OtherProcess {
  const bornAt = 10 as WallMs;
  return { pid: 7, startTicks: 1, bornAt, bytes: { handed, paged }, ...more };
}

type Case = readonly [string, boolean, OthersReading, OthersReading];

/** Of a change that needs 100 bytes. */
const cases: readonly Case[] = [
  ["who wrote as much", true, look(1000, one(5, 0)), look(2000, one(105, 4096))],
  ["who wrote less", false, look(1000, one(5, 0)), look(2000, one(104, 4096))],
  ["who wrote it all before", false, look(1000, one(500, 8192)), look(2000, one(500, 8192))],
  ["who wrote to a terminal only", false, look(1000, one(0, 0)), look(2000, one(500, 0))],
  ["who only mapped it", false, look(1000, one(0, 0)), look(2000, one(0, 4096))],
  [
    "who was born in between",
    true,
    look(1000),
    look(2000, one(100, 4096, { bornAt: 1500 as WallMs })),
  ],
  ["who was there and not looked at", false, look(1000), look(2000, one(100, 4096))],
  [
    "who has the number of another",
    false,
    look(1000, one(0, 0)),
    look(2000, one(500, 4096, { startTicks: 2 })),
  ],
];

for (const [title, isRival, before, after] of cases) {
  test(`${title}: ${isRival ? "can" : "cannot"} have made the change`, () => {
    assert.equal(findRivals(before, after, 100).length, isRival ? 1 : 0);
  });
}

test("of what costs nothing nobody is known to have made it", () => {
  assert.deepEqual(findRivals(look(1, one(0, 0)), look(2, one(500, 4096)), 0), []);
});

test("swap files of an editor tell which file it edits", () => {
  const of = "/p/src/a.ts" as AbsPath;
  for (const open of ["/p/src/.a.ts.swp", "/p/src/.a.ts.swo", "/p/src/.a.ts.kate-swp"])
    assert.ok(isCompanion(open, of), open);
  assert.ok(isCompanion("/home/me/.local/state/nvim/swap//%p%src%a.ts.swp", of));
  assert.ok(isCompanion("/p/.env.swp", "/p/.env" as AbsPath));
  for (const open of [
    "/p/.a.ts.swp",
    "/p/src/.b.ts.swp",
    "/p/src/.a.ts.swx",
    of,
    "/p/src/a.ts.swp",
  ])
    assert.ok(!isCompanion(open, of), open);
});
