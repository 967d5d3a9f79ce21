import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AbsPath, BlobId, RelPath, WallMs } from "../base/brand.ts";
import type { ForeignHistory, ForeignRow } from "./foreign-history.ts";
import { planTakeOver, type TakeOver, type TakeOverFacts } from "./plan-take-over.ts";
import { refusedPaths } from "./secret-path.ts";

const hashOf = (n: number) => String(n).padStart(64, "0") as BlobId;

/** Rows as `[path, at, content]`, content 0 a deletion. */
function history(
  drawn: readonly (readonly [string, number, number])[],
  more: Partial<ForeignHistory> = {},
): ForeignHistory {
  const rows = drawn.map(
    ([path, at, content], index): ForeignRow => ({
      number: (index + 1) * 10,
      path,
      at: at as WallMs,
      hash: content === 0 ? null : hashOf(content),
      isBaseline: false,
      session: null,
    }),
  );
  return {
    source: "unfudged",
    origin: "/old" as AbsPath,
    root: "/p" as AbsPath,
    rows,
    sessions: [],
    marks: [],
    ...more,
  };
}

const facts: TakeOverFacts = {
  now: 1000 as WallMs,
  ownFrom: undefined,
  stoodThere: () => false,
  isRefused: refusedPaths({}, []),
  content: () => 5,
};

function planned(given: ForeignHistory, asked: TakeOverFacts): TakeOver {
  const steps = planTakeOver(given, asked);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

const say = (plan: TakeOver) =>
  plan.rows.map(({ path, at, event, cause }) => `${at} ${event} ${path} ${cause}`);

test("paths lead into the project or are left out, however they are written", () => {
  const paths = ["a", "/p/b", "/q/c", "/p", "../d", "e/../f", "g//h", "", "i/", ".git/x", "j\0"];
  const plan = planned(history(paths.map((path) => [path, 1, 1])), facts);
  assert.deepEqual(
    plan.rows.map(({ path }) => path),
    ["a", "b"],
  );
  assert.equal(plan.leftOut.path, 9);
});

test("a file that the own history shows gone at its beginning is deleted there, no other", () => {
  const given = history([
    ["stays", 1, 1],
    ["gone", 2, 2],
    ["late", 60, 3],
  ]);
  const own = { ...facts, ownFrom: 50 as WallMs };
  const plan = planned(given, { ...own, stoodThere: (path) => path === "stays" });
  assert.deepEqual(say(plan), [
    "1 create stays event",
    "2 create gone event",
    "50 delete gone sweep",
  ]);
  assert.equal(plan.leftOut.later, 1);
});

test("a mark stands behind the rows that it names, also where some of them are left out", () => {
  const marks = [
    { label: "none", at: 0 as WallMs, number: 0 },
    { label: "two", at: 3 as WallMs, number: 20 },
    { label: "end", at: 9 as WallMs, number: 99 },
  ];
  const given = history(
    [
      ["a", 1, 1],
      ["id_rsa", 2, 2],
      ["b", 3, 3],
    ],
    { marks },
  );
  assert.deepEqual(
    planned(given, facts).marks.map(({ label, row, files }) => [label, row, files]),
    [
      ["none", -1, 0],
      ["two", 0, 1],
      ["end", 1, 2],
    ],
  );
});

test("whatever is in a store: time never goes back, events follow from each other, every row counts", () => {
  const path = fc.constantFrom("a", "b", "/p/a", "/q/c", ".ssh/x");
  const row = fc.tuple(path, fc.integer({ min: 0, max: 1200 }), fc.nat(4));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), fc.option(fc.nat(900)), (drawn, from) => {
      const ownFrom = from === null ? undefined : (from as WallMs);
      const content = (hash: BlobId) => (hash === hashOf(4) ? ("missing" as const) : 5);
      const plan = planned(history(drawn), { ...facts, ownFrom, content });
      const live = new Map<RelPath, BlobId>();
      let last = 0;
      for (const taken of plan.rows) {
        assert.ok(taken.at >= last && taken.at <= (ownFrom ?? facts.now));
        last = taken.at;
        assert.equal(taken.before, live.get(taken.path) ?? null);
        assert.notEqual(taken.hash, taken.before);
        const isNew = taken.before === null;
        assert.equal(taken.event, taken.hash === null ? "delete" : isNew ? "create" : "modify");
        if (taken.hash === null) live.delete(taken.path);
        else live.set(taken.path, taken.hash);
      }
      const added = plan.rows.filter(({ cause }) => cause === "sweep").length;
      const left = Object.values(plan.leftOut).reduce((sum, count) => sum + count, 0);
      assert.equal(plan.rows.length - added + left, drawn.length);
      if (ownFrom !== undefined) assert.equal(live.size, 0, "nothing stood there");
    }),
  );
});
