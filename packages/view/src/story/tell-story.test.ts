import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import fc from "fast-check";
import type { ItemFacts, RowFacts } from "./facts.ts";
import { LineBudget } from "./line-budget.ts";
import { type StoryScope, tellStory } from "./tell-story.ts";

const second = 1000;

function row(at: number, path: string, more: Partial<RowFacts> = {}): RowFacts {
  return {
    kind: "row",
    project: "p",
    at,
    path: path as RelPath,
    event: "modify",
    author: "you",
    operation: null,
    isBaseline: false,
    added: 1,
    removed: 0,
    ...more,
  };
}

/** Rows of so many files, the newest first. */
const crowd = (at: number, count: number, more: Partial<RowFacts> = {}, name = "src/f") =>
  Array.from({ length: count }, (_, i) => row(at - i, `${name}${i}`, more));

const whole: StoryScope = {
  isOfPaths: false,
  isOfFile: false,
  isFiltered: false,
  isComplete: true,
};

/** Each entry in a word: `8 moment`, a path, or a mark's kind. */
function told(items: readonly ItemFacts[], scope: Partial<StoryScope> = {}): string[] {
  return tellStory(items, (item) => item, { ...whole, ...scope }).map((entry) => {
    if (entry.kind === "happening") {
      const marks = entry.bursts.length === 0 ? "" : ` with ${entry.bursts.length}`;
      return `${entry.files} ${entry.cause}${marks}`;
    }
    return entry.kind === "row" ? entry.path : entry.kind;
  });
}

test("eight files within a moment by one author are one happening, seven are told one by one", () => {
  assert.deepEqual(told(crowd(9000, 8)), ["8 moment"]);
  assert.equal(told(crowd(9000, 7)).length, 7);
  const twice = [...crowd(9000, 7), ...crowd(8000, 7)];
  assert.equal(told(twice).length, 14, "files are counted, not rows");
});

test("another author, another project and a pause begin another happening", () => {
  const one = crowd(90 * second, 8);
  assert.deepEqual(told([...one, ...crowd(89 * second, 8, { author: "agent" })]), [
    "8 moment",
    "8 moment",
  ]);
  assert.deepEqual(told([...one, ...crowd(89 * second, 8, { project: "q" })]).length, 2);
  assert.deepEqual(told([...one, ...crowd(80 * second, 8)]).length, 2);
  assert.deepEqual(told([...one, ...crowd(89 * second, 8, {}, "lib/g")]), ["16 moment"]);
});

test("an operation and a beginning are happenings from two files on, however long they took", () => {
  const slow = [row(90 * second, "a", { operation: 3 }), row(20 * second, "b", { operation: 3 })];
  assert.deepEqual(told(slow), ["2 operation"]);
  assert.deepEqual(told([row(9000, "a", { operation: 3 }), row(8999, "b", { operation: 4 })]), [
    "a",
    "b",
  ]);
  assert.deepEqual(told(crowd(9000, 2, { isBaseline: true })), ["2 baseline"]);
  assert.deepEqual(told(crowd(9000, 1, { isBaseline: true })), ["src/f0"]);
});

test("a happening says how many files, what became of them and where they are", () => {
  const [one] = tellStory<ItemFacts>(
    [
      ...crowd(9000, 9, { event: "delete", added: 0, removed: 2 }, "src/lib/a/f"),
      row(8000, "src/lib/b/x", { event: "delete", added: 0, removed: 5 }),
    ],
    (item) => item,
    whole,
  );
  assert.ok(one?.kind === "happening");
  const { files, added, removed, event, directory, from, to } = one;
  assert.deepEqual(
    { files, added, removed, event, directory, from, to },
    {
      files: 10,
      added: 0,
      removed: 23,
      event: "delete",
      directory: "src/lib",
      from: 8000,
      to: 9000,
    },
  );
});

test("a directory is common by whole names, and a file is none", () => {
  const directoryOf = (paths: readonly string[]) => {
    const rows = paths.map((path, i) => row(9000 - i, path, { operation: 1 }));
    const [one] = tellStory<ItemFacts>(rows, (item) => item, whole);
    return one?.kind === "happening" ? one.directory : undefined;
  };
  assert.equal(directoryOf(["src/ab/x", "src/a/x"]), "src");
  assert.equal(directoryOf(["src/a", "src/a/x"]), "src");
  assert.equal(directoryOf(["x", "src/a/x"]), "");
  assert.equal(directoryOf(["src/a/x", "src/a/y"]), "src/a");
});

test("a named state parts a happening, a turn does not", () => {
  const [a, b] = [crowd(9000, 8), crowd(8500, 8, {}, "lib/g")];
  assert.deepEqual(told([...a, { kind: "landmark" }, ...b]), ["8 moment", "landmark", "8 moment"]);
  assert.deepEqual(told([...a, { kind: "aside" }, ...b]), ["16 moment", "aside"]);
});

test("the mark of a mass change goes into its happening, and holds slow rows together", () => {
  const burst: ItemFacts = { kind: "burst", project: "p", from: 60 * second, to: 90 * second };
  const slow = Array.from({ length: 9 }, (_, i) => row((90 - 3 * i) * second, `f${i}`));
  assert.deepEqual(told([burst, ...slow]), ["9 moment with 1"]);
  assert.deepEqual(told([...slow.toReversed(), burst]), ["9 moment with 1"]);
  assert.deepEqual(told([burst, ...crowd(80 * second, 3)]).length, 4, "no happening, no place");
  const elsewhere: ItemFacts = { ...burst, project: "q" };
  assert.deepEqual(told([elsewhere, ...crowd(80 * second, 8)]), ["burst", "8 moment"]);
});

test("gaps of a moment, and gaps before there was anything, are not told", () => {
  const gap = (from: number, to: number, isAlwaysTold = false): ItemFacts => ({
    kind: "gap",
    ...{ from, to, isAlwaysTold },
  });
  const one = row(50 * second, "a");
  assert.deepEqual(told([gap(60_000, 60_999), one]), ["a"]);
  assert.deepEqual(told([gap(60_000, 61_000), one]), ["gap", "a"]);
  assert.deepEqual(told([gap(60_000, 60_000, true), one]), ["gap", "a"]);
  assert.deepEqual(told([one, gap(10_000, 20_000)]), ["a"]);
  assert.deepEqual(told([one, gap(10_000, 50_000)]), ["a", "gap"], "it may have missed the first");
  assert.deepEqual(told([one, gap(10_000, 20_000)], { isComplete: false }), ["a", "gap"]);
});

test("what is told of named paths is about them", () => {
  const burst = (from: number): ItemFacts => ({ kind: "burst", project: "p", from, to: from + 10 });
  const items = [burst(9000), row(5000, "a"), { kind: "landmark" } as const, burst(5000)];
  const paths = { isOfPaths: true };
  assert.deepEqual(told(items, paths), ["a", "landmark", "burst"]);
  assert.deepEqual(told(items, { ...paths, isOfFile: true }), ["a", "burst"]);
  assert.deepEqual(told([burst(9000)], { isFiltered: true }), []);
  assert.deepEqual(told([burst(9000)]), ["burst"]);
});

const anyRow = fc.record({
  pause: fc.constantFrom(0, 1, 500, 2500, 70_000),
  path: fc.integer({ min: 0, max: 12 }).map((n) => `d${n % 3}/f${n}` as RelPath),
  author: fc.constantFrom("you", "you", "you", "agent"),
  operation: fc.constantFrom(null, null, null, 1, 2),
  isBaseline: fc.constantFrom(false, false, false, true),
});

const anyRows = fc.array(anyRow, { maxLength: 120, size: "max" }).map((drawn) => {
  let at = 1_000_000_000;
  return drawn.map(({ pause, path, ...more }) => {
    at -= pause;
    return row(at, path, more);
  });
});

test("every row is told once, in order, alone or in a happening, and in both directions", () => {
  fc.assert(
    fc.property(anyRows, fc.boolean(), (newest, isReversed) => {
      const rows = isReversed ? newest.toReversed() : newest;
      const story = tellStory<ItemFacts>(rows, (item) => item, whole);
      const flat = story.flatMap((entry) => (entry.kind === "happening" ? entry.rows : [entry]));
      assert.deepEqual(flat, rows);
    }),
  );
});

test("a budget takes rows for as many lines as there are, and never one too many", () => {
  fc.assert(
    fc.property(anyRows, fc.integer({ min: 1, max: 30 }), (rows, limit) => {
      const budget = new LineBudget(limit);
      let taken = 0;
      while (taken < rows.length && budget.take(rows[taken] as RowFacts)) taken += 1;
      const shown = rows.slice(0, budget.fitting);
      const lines = tellStory<ItemFacts>(shown, (item) => item, whole).length;
      assert.ok(lines <= limit, `${lines} lines`);
      if (budget.fitting === rows.length) return;
      assert.equal(lines, limit, "there was room for more");
    }),
  );
});
