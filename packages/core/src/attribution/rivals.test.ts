import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, WallMs } from "../base/brand.ts";
import type { OtherProcess, OthersReading } from "../ports/process-tree.ts";
import { isCompanion, lockedName } from "./companion.ts";
import { findRivals, type RivalPrice } from "./rivals.ts";

function look(at: number, ...processes: readonly OtherProcess[]): OthersReading {
  return { from: at as WallMs, to: at as WallMs, processes };
}

function one(handed: number, paged: number, more: Partial<OtherProcess> = {}): OtherProcess {
  const bornAt = 10 as WallMs;
  const mark = {
    pid: 7,
    startTicks: 1,
    bornAt,
    isNear: true,
    hasTerminal: true,
    ranNs: 0,
    endings: 0,
  };
  return { ...mark, bytes: { handed, paged }, ...more };
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

/** How many can have made it; `earlier`: looks before. */
function count(
  before: OthersReading,
  after: OthersReading,
  price: Partial<RivalPrice>,
  earlier: readonly OthersReading[] = [],
): number {
  const looks = { before, after, earlier: () => earlier };
  return findRivals(looks, { bytes: 100, size: 100, ...price }).length;
}

for (const [title, isRival, before, after] of cases) {
  test(`${title}: ${isRival ? "can" : "cannot"} have made the change`, () => {
    assert.equal(count(before, after, { size: 5000 }), isRival ? 1 : 0);
  });
}

test("what costs nothing may have been done by who has run and was there all the time", () => {
  const free = (before: readonly OtherProcess[], after: readonly OtherProcess[]): number =>
    count(look(1000, ...before), look(2000, ...after), { bytes: 0 });
  assert.equal(free([one(0, 0)], [one(500, 4096)]), 0);
  assert.equal(free([one(0, 0, { ranNs: 5 })], [one(0, 0, { ranNs: 6 })]), 1);
  assert.equal(free([one(0, 0, { ranNs: 5 })], [one(0, 0, { ranNs: 6, isNear: false })]), 0);
  assert.equal(free([], [one(0, 0, { ranNs: 6, bornAt: 1500 as WallMs })]), 0);
});

test("who runs all the time has done what costs nothing only if it ran much more", () => {
  const ran = (at: number, ranNs: number): OthersReading => look(at, one(0, 0, { ranNs }));
  const earlier = Array.from({ length: 20 }, (_, n) => ran(200 * n, 10 * n));
  const after = (ranNs: number): number =>
    count(ran(4000, 200), ran(4200, 200 + ranNs), { bytes: 0 }, earlier);
  assert.deepEqual([after(10), after(20), after(21)], [0, 0, 1]);
  // A person at a shell has it start programs again and again: each of them may have done it.
  const started = one(0, 0, { ranNs: 210, endings: 90 });
  assert.equal(count(ran(4000, 200), look(4200, started), { bytes: 0 }, earlier), 1);
  // One who ran at few looks does not run all the time.
  const rarely = Array.from({ length: 20 }, (_, n) => ran(200 * n, n < 19 ? 0 : 200));
  assert.equal(count(ran(4000, 200), ran(4200, 201), { bytes: 0 }, rarely), 1);
});

test("what is added to a page that waits for the disk changes no page that is counted", () => {
  const find = (price: Partial<RivalPrice>): number =>
    count(look(1000, one(0, 4096)), look(2000, one(100, 4096)), price);
  assert.deepEqual([find({}), find({ isInDirtyPage: true })], [0, 1]);
  assert.equal(find({ bytes: 101, isInDirtyPage: true }), 0);
});

/** Whether one without a terminal may have saved a file of 100 bytes of which one byte differs. */
const programs: readonly (readonly [
  string,
  near: boolean,
  stranger: boolean,
  handed: number,
  paged: number,
])[] = [
  ["who wrote it and no more", true, true, 100, 4096],
  ["who wrote it and a line into a log", true, false, 2000, 3 * 4096],
  ["who moved it into the place of another", true, true, 108, 5 * 4096],
  ["who wrote less than all of it", false, false, 99, 4096],
  ["who wrote much more", false, false, 100_000, 4096],
  ["who changed many more pages", false, false, 100, 10 * 4096],
  ["who changed no page", false, false, 100, 0],
];

const program = (handed: number, paged: number, more: Partial<OtherProcess> = {}): OtherProcess =>
  one(handed, paged, { isNear: false, hasTerminal: false, ...more });

for (const [title, near, stranger, handed, paged] of programs) {
  test(`of programs without a terminal, ${title}: near ${near}, a stranger ${stranger}`, () => {
    const find = (isNear: boolean): boolean => {
      const before = look(1000, program(5, 4096, { isNear }));
      const after = look(2000, program(5 + handed, 4096 + paged, { isNear }));
      return count(before, after, { bytes: 1 }) > 0;
    };
    assert.deepEqual([find(true), find(false)], [near, stranger]);
  });
}

test("who has nothing to do with the project, and was born meanwhile or writes on its own, has not saved", () => {
  const looks = (every: number, more?: Partial<OtherProcess>): readonly OthersReading[] =>
    Array.from({ length: 33 }, (_, n) =>
      look(200 * n, program(0, 4096 * Math.floor(n / every), more)),
    );
  const find = (earlier: readonly OthersReading[], more?: Partial<OtherProcess>): number =>
    count(look(8000, program(0, 0, more)), look(9000, program(100, 4096, more)), {}, earlier);
  assert.deepEqual([find([]), find(looks(16)), find(looks(2))], [1, 1, 0]);
  assert.equal(find(looks(2).slice(-4)), 1, "too few looks");
  const near = { isNear: true };
  assert.equal(find(looks(2, near), near), 1, "it has to do with the project");
  const born = program(100, 4096, { bornAt: 8500 as WallMs });
  assert.equal(count(look(8000), look(9000, born), {}), 0);
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

test("locks of Emacs and LibreOffice name the file that they lock", () => {
  for (const lock of [".#a.ts", "#a.ts#", ".~lock.a.ts#"]) assert.equal(lockedName(lock), "a.ts");
  for (const name of ["a.ts", ".a.ts.swp", "#a.ts", ".#", "##"])
    assert.equal(lockedName(name), undefined, name);
});

test("who saves several files at once writes all of them", () => {
  const editor = { isNear: true, hasTerminal: false };
  const find = (price: Partial<RivalPrice>, isNear = true): number =>
    count(
      look(1000, one(0, 0, { ...editor, isNear })),
      look(2000, one(50_000, 10 * 4096, { ...editor, isNear })),
      price,
    );
  assert.deepEqual([find({}), find({ company: [30_000, 20_000] })], [0, 1]);
  assert.equal(find({ company: [30_000] }), 0, "they hold less than it has written");
  assert.equal(
    find({ company: [30_000, 20_000] }, false),
    0,
    "of a stranger that is too little to go by",
  );
});

test("a program near the project that was born meanwhile may have written more than the file", () => {
  const near = { isNear: true, bornAt: 1500 as WallMs };
  const find = (before: readonly OtherProcess[]): number =>
    count(look(1000, ...before), look(2000, program(27, 40_960, near)), { bytes: 15, size: 15 });
  assert.deepEqual([find([]), find([program(0, 0, near)])], [1, 0]);
});
