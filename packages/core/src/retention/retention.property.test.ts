import assert from "node:assert/strict";
import { test } from "node:test";
import { testSeed } from "@unf/test";
import fc from "fast-check";
import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { dayMs, hourMs, minuteMs } from "../time/calendar.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import { type PruneOrder, type PrunePlan, PrunePlanner } from "./plan-prune.ts";
import { olderThan, type RetentionPolicy } from "./policy.ts";
import type { Protection } from "./protection.ts";

const now = Date.UTC(2026, 10, 20, 13, 32) as WallMs;
const paths = ["a", "b", "c/d"] as RelPath[];
const digest = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex").padEnd(64, "0") as BlobId;

interface Step {
  readonly path: RelPath;
  /** Since the row before, of any path. */
  readonly after: number;
  readonly content: number | null;
  readonly settled: boolean;
  readonly session: string | null;
  readonly ambiguous: boolean;
  readonly operation: number | null;
  /** The row is the arrival of a file that leaves this path at the same instant. */
  readonly from: RelPath | null;
}

const gap = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.integer({ min: 0, max: 3 * hourMs }),
  fc.integer({ min: 0, max: 9 * dayMs }),
);
const step: fc.Arbitrary<Step> = fc.record({
  path: fc.constantFrom(...paths),
  after: gap,
  content: fc.option(fc.nat(9), { freq: 3 }),
  settled: fc.boolean(),
  session: fc.option(fc.constantFrom("s-1", "s-2"), { freq: 1 }),
  ambiguous: fc.boolean(),
  operation: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1 }),
  from: fc.option(fc.constantFrom(...paths), { freq: 1 }),
});

/** Rows in the order of their ids; the last one lies `rest` ms before now. */
function build(steps: readonly Step[], rest: number): RetentionRow[] {
  const rows: RetentionRow[] = [];
  let at = now - rest - steps.reduce((sum, { after }) => sum + after, 0);
  const add = (row: Omit<RetentionRow, "id" | "at" | "bytes">) => {
    const id = (rows.length + 1) as SnapshotId;
    rows.push({ ...row, id, at: at as WallMs, bytes: row.hash === null ? 0 : 100 });
  };
  for (const { path, after, content, from, ...more } of steps) {
    at += after;
    const hash = content === null ? null : (String(content).repeat(64) as BlobId);
    const isRename = hash !== null && from !== null && from !== path;
    const event = hash === null ? "delete" : isRename ? "rename" : "modify";
    const own = { ...more, turn: null };
    add({ ...own, path, hash, event, cause: "event", renamedFrom: isRename ? from : null });
    if (!isRename) continue;
    add({ ...own, path: from, hash: null, event: "delete", cause: "renamed", renamedFrom: null });
  }
  return rows;
}

const length = fc.oneof(
  fc.constantFrom(0, hourMs, dayMs, 7 * dayMs, 30 * dayMs),
  fc.integer({ min: 0, max: 60 * dayMs }),
);
const policy: fc.Arbitrary<RetentionPolicy> = fc.record({
  keepAllMs: length,
  hourlyMs: fc.option(length),
  dailyMs: fc.option(length),
  weeklyMs: fc.option(length),
  bringsBack: fc.boolean(),
});

/** Positions, sessions, operations and rows that are protected. */
const guarded: fc.Arbitrary<Protection> = fc
  .record({
    instants: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 4, size: "max" }),
    sessions: fc.subarray(["s-1", "s-2"]),
    since: fc.option(fc.integer({ min: 0, max: 90 * dayMs })),
    operations: fc.subarray([1, 2, 3]),
    named: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4, size: "max" }),
  })
  .map(({ instants, sessions, since, operations, named }) => ({
    instants: instants.sort((a, b) => a - b).map((id) => ({ id, why: "checkpoint" as const })),
    sessions: new Set(sessions),
    ambiguousSince: since === null ? null : ((now - since) as WallMs),
    operations: new Set(operations),
    named: new Set(named as SnapshotId[]),
  }));

const history = fc
  .tuple(fc.array(step, { maxLength: 40, size: "max" }), gap)
  .map(([steps, rest]) => build(steps, rest));

function plan(rows: readonly RetentionRow[], order: Partial<PruneOrder>): PrunePlan {
  const planner = new PrunePlanner({
    now,
    policy: olderThan(0),
    protection: unprotected,
    upTo: (rows.at(-1)?.id ?? 0) as SnapshotId | 0,
    isSelected: () => true,
    maxBytes: null,
    countsPaths: true,
    measures: true,
    ...order,
  });
  for (const path of paths) {
    const own = rows.filter((row) => row.path === path);
    if (own.length > 0) planner.addPath(own);
  }
  return planner.finish(digest);
}

const unprotected: Protection = {
  instants: [],
  sessions: new Set(),
  ambiguousSince: null,
  operations: new Set(),
  named: new Set(),
};

function prune(rows: readonly RetentionRow[], order: Partial<PruneOrder>): RetentionRow[] {
  const gone = new Set(plan(rows, order).ids);
  return rows.filter(({ id }) => !gone.has(id));
}

/** The row that stands at each path at the last one that counts. */
function stateAt(rows: readonly RetentionRow[], counts: (row: RetentionRow) => boolean): unknown {
  return paths.flatMap((path) => {
    const row = rows.findLast((one) => one.path === path && counts(one));
    return row === undefined || row.hash === null ? [] : [[path, row.id]];
  });
}

const runs = { numRuns: 500, seed: testSeed() };

test("a second prune finds nothing to do", () => {
  fc.assert(
    fc.property(history, policy, guarded, (rows, policy, protection) => {
      const once = prune(rows, { policy, protection });
      assert.equal(plan(once, { policy, protection }).ids.size, 0);
    }),
    runs,
  );
});

test("what is protected survives any policy, and so does the newest row of every path", () => {
  fc.assert(
    fc.property(history, policy, guarded, (rows, policy, protection) => {
      const left = new Set(prune(rows, { policy, protection }).map(({ id }) => id));
      const { sessions, operations, named, ambiguousSince } = protection;
      for (const row of rows) {
        const isNewest = rows.findLast(({ path }) => path === row.path) === row;
        const isSure =
          isNewest ||
          now - row.at < minuteMs ||
          sessions.has(row.session ?? "") ||
          (row.session === null &&
            row.ambiguous &&
            ambiguousSince !== null &&
            row.at >= ambiguousSince) ||
          operations.has(row.operation ?? 0) ||
          named.has(row.id);
        assert.ok(!isSure || left.has(row.id), `v${row.id}`);
      }
    }),
    runs,
  );
});

test("the state at every protected position is unchanged", () => {
  fc.assert(
    fc.property(history, policy, guarded, (rows, policy, protection) => {
      const left = prune(rows, { policy, protection });
      for (const { id: last } of protection.instants) {
        const counts = ({ id }: RetentionRow) => id <= last;
        assert.deepEqual(stateAt(left, counts), stateAt(rows, counts), `state at v${last}`);
      }
    }),
    runs,
  );
});

test("everything but what is older than T leaves the state at T and every later one", () => {
  fc.assert(
    fc.property(history, length, guarded, (rows, age, protection) => {
      const from = now - age;
      const left = prune(rows, { policy: olderThan(age), protection });
      for (const instant of [from, ...rows.map(({ at }) => at).filter((at) => at >= from)]) {
        const counts = ({ at }: RetentionRow) => at <= instant;
        assert.deepEqual(stateAt(left, counts), stateAt(rows, counts), `state at ${instant}`);
      }
    }),
    runs,
  );
});

test("the state at the end of any policy is unchanged", () => {
  fc.assert(
    fc.property(history, policy, guarded, (rows, policy, protection) => {
      const { keepAllMs, hourlyMs, dailyMs, weeklyMs } = policy;
      const ages = [keepAllMs, hourlyMs, dailyMs, weeklyMs];
      if (ages.includes(null)) return;
      const end = now - Math.max(...ages.map(Number));
      const left = prune(rows, { policy, protection });
      const before = ({ at }: RetentionRow) => at < end;
      assert.deepEqual(stateAt(left, before), stateAt(rows, before));
    }),
    runs,
  );
});

test("decay leaves the last content before every deletion that stays", () => {
  fc.assert(
    fc.property(history, policy, guarded, (rows, drawn, protection) => {
      const left = prune(rows, { policy: { ...drawn, bringsBack: true }, protection });
      const contentBefore = (all: readonly RetentionRow[], row: RetentionRow) =>
        all.findLast(({ id, path, hash }) => path === row.path && id < row.id && hash !== null)?.id;
      for (const row of left) {
        if (row.hash !== null || row.cause === "renamed") continue;
        assert.equal(contentBefore(left, row), contentBefore(rows, row), `before v${row.id}`);
      }
    }),
    runs,
  );
});

test("of the two rows of a rename both stay or both go", () => {
  fc.assert(
    fc.property(history, policy, guarded, (rows, policy, protection) => {
      const left = new Set(prune(rows, { policy, protection }).map(({ id }) => id));
      for (const row of rows) {
        if (row.cause !== "renamed") continue;
        // The departure was built right after its arrival.
        const arrival = rows[row.id - 2];
        assert.equal(left.has(row.id), left.has((arrival?.id ?? 0) as SnapshotId), `v${row.id}`);
      }
    }),
    runs,
  );
});

test("rows that come after the plan change nothing about it", () => {
  fc.assert(
    fc.property(history, policy, fc.nat(40), (rows, policy, count) => {
      const early = rows.slice(0, count);
      const upTo = (early.at(-1)?.id ?? 0) as SnapshotId | 0;
      assert.equal(plan(rows, { policy, upTo }).id, plan(early, { policy, upTo }).id);
    }),
    runs,
  );
});

test("the contents fit afterwards, unless only what is protected or recent is left", () => {
  fc.assert(
    fc.property(history, policy, guarded, fc.nat(900), (rows, policy, protection, maxBytes) => {
      const { ids, contentBytes, freedBytes, kept } = plan(rows, { policy, protection, maxBytes });
      const gone = new Set(ids);
      const sizeOf = (some: readonly RetentionRow[]) =>
        100 * new Set(some.flatMap(({ hash }) => hash ?? [])).size;
      assert.equal(contentBytes, sizeOf(rows));
      assert.equal(contentBytes - freedBytes, sizeOf(rows.filter(({ id }) => !gone.has(id))));
      if (contentBytes <= maxBytes) assert.equal(ids.size, 0);
      const soft = ["hourly", "daily", "weekly", "state"] as const;
      const isLeft = soft.some((why) => (kept.get(why) ?? 0) > 0);
      const hasRenames = rows.some(({ renamedFrom }) => renamedFrom !== null);
      const isDeletionLeft = rows.some(({ hash }) => hash === null);
      if (isLeft && !hasRenames && !isDeletionLeft)
        assert.ok(contentBytes - freedBytes <= maxBytes);
    }),
    runs,
  );
});

test("what is counted is what goes and what stays", () => {
  fc.assert(
    fc.property(history, policy, guarded, fc.option(fc.nat(900)), (rows, policy, guard, max) => {
      const { ids, versions, groups, kept } = plan(rows, {
        policy,
        protection: guard,
        maxBytes: max,
      });
      const sum = (counts: Iterable<number>) => [...counts].reduce((a, b) => a + b, 0);
      assert.equal(sum(groups.map((group) => group.versions)), ids.size);
      for (const group of groups) assert.equal(sum(group.paths.values()), group.versions);
      assert.equal(sum(kept.values()) + ids.size, versions);
    }),
    runs,
  );
});
