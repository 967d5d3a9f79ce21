import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { BlobId, MonoMs, RelPath } from "../base/brand.ts";
import type { Arrival, Departure, FileState } from "./candidate.ts";
import { planRenames } from "./plan-renames.ts";
import { compareLikeness } from "./similar-pairs.ts";

interface Given {
  readonly content?: string;
  readonly ino?: number;
  readonly mtime?: number;
  readonly at?: number;
  readonly order?: number;
  readonly bytes?: number;
  readonly mode?: number;
}

let orders = 0;

function state({
  content = "x",
  ino = 1,
  mtime = 1,
  bytes = 100,
  mode = 0o100644,
}: Given): FileState {
  const hash = content.padEnd(64, "0") as BlobId;
  const size = BigInt(bytes);
  const stat = { dev: 1n, ino: BigInt(ino), size, mtimeNs: BigInt(mtime), ctimeNs: 0n, mode };
  return { hash, bytes, mode, stat };
}

function gone(path: string, given: Given = {}): Departure {
  orders += 1;
  const { at = 0, order = orders } = given;
  return { path: path as RelPath, before: state(given), at: at as MonoMs, order };
}

function came(path: string, given: Given & { last?: Given; openUntil?: number } = {}): Arrival {
  orders += 1;
  const { at = 0, order = orders, openUntil = at + 3000 } = given;
  const first = state(given);
  return {
    path: path as RelPath,
    first,
    last: given.last === undefined ? first : state({ ...given, ...given.last }),
    at: at as MonoMs,
    order,
    openUntil: openUntil as MonoMs,
    leftAt: Number.POSITIVE_INFINITY,
  };
}

/** Pairs in short, `a > b inode`. Contents are alike by their common beginning. */
function plan(departures: readonly Departure[], arrivals: readonly Arrival[]): string[] {
  const likeness = (d: Departure, a: Arrival) => {
    const [from, to] = [d.before.hash, a.last.hash];
    let same = 0;
    while (same < 10 && from[same] === to[same]) same += 1;
    return same / 10;
  };
  return planRenames(departures, arrivals, { momentMs: 18_000, likeness })
    .map(({ departure, arrival, evidence }) => `${departure.path} > ${arrival.path} ${evidence}`)
    .sort();
}

test("an inode counts with the same content and time stamp only", () => {
  const old = gone("a", { content: "one", ino: 7, mtime: 5 });
  assert.deepEqual(plan([old], [came("b", { content: "one", ino: 7, mtime: 5 })]), ["a > b inode"]);
  assert.deepEqual(plan([old], [came("b", { content: "two", ino: 7, mtime: 5 })]), []);
  // Small contents are alike by chance.
  const small = { content: "one", ino: 7, bytes: 3 };
  assert.deepEqual(plan([gone("a", small)], [came("b", small)]), ["a > b inode"]);
  assert.deepEqual(plan([gone("a", small)], [came("b", { ...small, mtime: 2 })]), []);
});

test("an inode wins over an equal content elsewhere", () => {
  const old = gone("d/a", { content: "one", ino: 7 });
  const moved = came("d/b", { content: "one", ino: 7 });
  const copy = came("e/a", { content: "one", ino: 8, mtime: 2 });
  assert.deepEqual(plan([old], [copy, moved]), ["d/a > d/b inode"]);
});

test("a file is known by its first or its last state", () => {
  const old = gone("a", { content: "one", ino: 7 });
  const replacedLater = came("b", { content: "one", ino: 7, last: { content: "two", ino: 9 } });
  assert.deepEqual(plan([old], [replacedLater]), ["a > b inode"]);
  const movedOver = came("b", {
    content: "",
    bytes: 0,
    ino: 3,
    last: { content: "one", ino: 7, bytes: 100 },
  });
  assert.deepEqual(plan([old], [movedOver]), ["a > b inode"]);
});

test("one inode may go from name to name, and never back in time", () => {
  const file = { content: "one", ino: 7 };
  const first = gone("a", file);
  const stop = { ...came("b", file), leftAt: orders + 1 };
  const second = gone("b", file);
  const end = came("c", file);
  assert.deepEqual(plan([first, second], [stop, end]), ["a > b inode", "b > c inode"]);
  assert.deepEqual(plan([second], [stop]), []);
  assert.deepEqual(plan([gone("c", file)], [stop]), [], "it had left b before it left c");
});

test("of several hard links none is the new name, unless the name says so", () => {
  const file = { content: "one", ino: 7 };
  assert.deepEqual(plan([gone("a", file)], [came("b", file), came("c", file)]), []);
  assert.deepEqual(plan([gone("a", file)], [came("d/a", file), came("c", file)]), [
    "a > d/a inode",
  ]);
});

test("equal contents pair when there is one of each, or one of each name", () => {
  assert.deepEqual(plan([gone("a", { ino: 1 })], [came("b", { ino: 2 })]), ["a > b content"]);
  assert.deepEqual(
    plan(
      [gone("a/x", { ino: 1 }), gone("a/y", { ino: 2 })],
      [came("b/y", { ino: 3 }), came("b/x", { ino: 4 })],
    ),
    ["a/x > b/x content", "a/y > b/y content"],
  );
  const twins = [gone("a", { ino: 1 }), gone("b", { ino: 2 })];
  assert.deepEqual(plan(twins, [came("c", { ino: 3 }), came("d", { ino: 4 })]), []);
  assert.deepEqual(plan(twins, [came("c", { ino: 3 })]), []);
});

test("empty files and short ones with other names do not pair by content", () => {
  assert.deepEqual(plan([gone("a/x", { bytes: 0 })], [came("b/x", { bytes: 0, ino: 2 })]), []);
  assert.deepEqual(plan([gone("x", { bytes: 31 })], [came("y", { bytes: 31, ino: 2 })]), []);
  assert.deepEqual(plan([gone("a/x", { bytes: 31 })], [came("b/x", { bytes: 31, ino: 2 })]), [
    "a/x > b/x content",
  ]);
});

test("equal files of moved directories go where the other files of the directory went", () => {
  const goals = { p1: "q/p1", p2: "r2", p3: "r3/deep" };
  const old = Object.keys(goals).flatMap((from, n) => [
    gone(`${from}/main`, { content: `main ${n}`, ino: n }),
    gone(`${from}/src/index`, { content: "index", ino: n + 10 }),
  ]);
  const now = Object.values(goals).flatMap((to, n) => [
    came(`${to}/src/index`, { content: "index", ino: n + 20 }),
    came(`${to}/main`, { content: `main ${n}`, ino: n + 30 }),
  ]);
  const wanted = Object.entries(goals).flatMap(([from, to]) => [
    `${from}/main > ${to}/main content`,
    `${from}/src/index > ${to}/src/index content`,
  ]);
  assert.deepEqual(plan(old, now), wanted.sort());
});

test("a copy is none, a file that came back is none, and neither is one of another time", () => {
  const copy = came("b", { ino: 2, at: 1000, openUntil: 4000 });
  assert.deepEqual(plan([gone("a", { at: 3999 })], [copy]), ["a > b content"]);
  assert.deepEqual(plan([gone("a", { at: 4000 })], [copy]), []);
  assert.deepEqual(plan([gone("a", { at: 0 })], [came("b", { ino: 2, at: 18_000 })]), [
    "a > b content",
  ]);
  assert.deepEqual(plan([gone("a", { at: 0 })], [came("b", { ino: 2, at: 18_001 })]), []);
  const back = gone("a");
  assert.deepEqual(plan([back], [came("a", { ino: 2 }), came("b", { ino: 3 })]), []);
});

test("what was edited pairs by likeness: the last of its inode, the only one of its name or kind", () => {
  const old = { content: "abcdefghij", ino: 1 };
  const edited = { content: "abcdefgxxx", mtime: 2 };
  assert.deepEqual(plan([gone("a", old)], [came("b", { ...edited, ino: 1 })]), ["a > b similar"]);
  assert.deepEqual(plan([gone("d/f.ts", old)], [came("e/f.ts", { ...edited, ino: 2 })]), [
    "d/f.ts > e/f.ts similar",
  ]);
  assert.deepEqual(plan([gone("d/f.ts", old)], [came("d/g.ts", { ...edited, ino: 2 })]), [
    "d/f.ts > d/g.ts similar",
  ]);
  assert.deepEqual(plan([gone("d/f.ts", old)], [came("e/g.js", { ...edited, ino: 2 })]), []);
  const half = { content: "abcdexxxxx", mtime: 2 };
  assert.deepEqual(plan([gone("d/f.ts", old)], [came("d/g.ts", { ...half, ino: 2 })]), []);
  assert.deepEqual(plan([gone("a", old)], [came("b", { ...half, ino: 1 })]), ["a > b similar"]);
  const rival = came("d/h.ts", { ...edited, ino: 3 });
  assert.deepEqual(plan([gone("d/f.ts", old)], [came("d/g.ts", { ...edited, ino: 2 }), rival]), []);
  const other = gone("z", { content: "zzz", ino: 1, order: 0 });
  assert.deepEqual(plan([other, gone("a", old)], [came("b", { ...edited, ino: 1 })]), [
    "a > b similar",
  ]);
});

test("a link and a file are never the same, whatever they hold", () => {
  const link = { mode: 0o120777 };
  assert.deepEqual(plan([gone("a", link)], [came("b")]), []);
  assert.deepEqual(plan([gone("a", link)], [came("b", link)]), ["a > b inode"]);
});

test("likeness is the part of the lines that both have", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  assert.equal(compareLikeness(bytes("1\n2\n3\n4\n"), bytes("1\n2\n3\n5\n")), 0.75);
  assert.equal(compareLikeness(bytes("1\n2\n"), bytes("1\n2\n3\n4\n")), 0.5);
  assert.equal(compareLikeness(bytes("1\n"), bytes("2\n")), 0);
  assert.equal(compareLikeness(bytes(""), bytes("")), 0);
});

// In any tree no file is in two pairs, nothing becomes itself, and evidence is what it says.
test("pairs are disjoint and each has the evidence it names", () => {
  const given = fc.record({
    path: fc.constantFrom("a", "b", "c", "d/a", "d/b", "e/a", "e/c.ts", "d/c.ts"),
    content: fc.constantFrom("one", "two", "onetwo", "abcdefghij", "abcdefgxxx"),
    ino: fc.integer({ min: 1, max: 4 }),
    mtime: fc.integer({ min: 1, max: 2 }),
    bytes: fc.constantFrom(0, 10, 100),
    at: fc.constantFrom(0, 2000, 30_000),
  });
  const lists = fc.array(given, { maxLength: 12, size: "max" });
  fc.assert(
    fc.property(lists, lists, (left, right) => {
      const own = (content: string, bytes: number) => ({ content: `${content} ${bytes}`, bytes });
      const departures = left.map(({ path, content, bytes, ...more }) =>
        gone(path, { ...more, ...own(content, bytes) }),
      );
      const arrivals = right.map(({ path, content, bytes, ...more }) =>
        came(path, { ...more, ...own(content, bytes) }),
      );
      const likeness = () => 1;
      const pairs = planRenames(departures, arrivals, { momentMs: 18_000, likeness });
      const used = pairs.flatMap(({ departure, arrival }) => [departure, arrival]);
      assert.equal(new Set(used).size, used.length);
      for (const { departure, arrival, evidence } of pairs) {
        assert.notEqual(departure.path, arrival.path);
        const isEqual = departure.before.hash === arrival.first.hash;
        assert.equal(isEqual, evidence !== "similar");
        if (evidence === "inode") assert.equal(departure.before.stat.ino, arrival.first.stat.ino);
        if (evidence === "content") assert.ok(departure.before.bytes > 0);
      }
    }),
    { numRuns: 300 },
  );
});

test("a directory of 20,000 files is paired whole, with any order of its files", () => {
  const files = Array.from({ length: 20_000 }, (_, n) => n);
  const departures = files.map((n) => gone(`old/${n % 97}/${n}`, { content: `c${n}`, ino: n }));
  const arrivals = files
    .toReversed()
    .map((n) =>
      came(`new/${n % 97}/${n}`, { content: `c${n}`, ino: n % 2 === 0 ? n : n + 30_000 }),
    );
  const pairs = planRenames(departures, arrivals, { momentMs: 18_000, likeness: () => 0 });
  assert.equal(pairs.length, files.length);
  for (const { departure, arrival } of pairs) {
    assert.equal(arrival.path, departure.path.replace("old", "new"));
  }
});
