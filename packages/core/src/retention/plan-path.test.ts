import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { dayMs, hourMs, minuteMs } from "../time/calendar.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import { planPath, type RetentionContext } from "./plan-path.ts";
import { PrunePlanner } from "./plan-prune.ts";
import { olderThan, planningInstant, type RetentionPolicy } from "./policy.ts";
import { gatherProtection, type Protection } from "./protection.ts";
import { sayPolicy } from "./say-policy.ts";
import { thinnedAt } from "./thinned-at.ts";

/** At the full hour, day and week, so that an age in hours tells the bucket. */
const now = Date.UTC(2026, 10, 19) as WallMs;
const decay: RetentionPolicy = {
  keepAllMs: dayMs,
  hourlyMs: 7 * dayMs,
  dailyMs: 30 * dayMs,
  weeklyMs: null,
  bringsBack: true,
};

interface Told {
  readonly path?: string;
  readonly settled?: boolean;
  readonly gone?: boolean;
  readonly cause?: RetentionRow["cause"];
  readonly from?: string;
  readonly withheld?: true;
  readonly isBinary?: true;
  readonly operation?: number;
}

let lastId = 0;
function row(age: number, told: Told = {}): RetentionRow {
  lastId += 1;
  const { path = "a", settled = true, gone = false, cause = "event", from, withheld } = told;
  const { isBinary, operation = null } = told;
  return {
    id: lastId as SnapshotId,
    path: path as RelPath,
    at: (now - age) as WallMs,
    settled,
    event: gone ? "delete" : "modify",
    bytes: gone ? 0 : 3,
    hash: gone ? null : ("a".repeat(64) as BlobId),
    ...{ session: null, turn: null, ambiguous: false, operation, cause },
    renamedFrom: (from ?? null) as RelPath | null,
    ...(withheld === undefined ? {} : { withheld }),
    ...(isBinary === undefined ? {} : { isBinary }),
  };
}

const nothing = gatherProtection({ checkpoints: [], open: [], turns: [], operations: [] });

function words(rows: readonly RetentionRow[], more: Partial<RetentionContext> = {}): string[] {
  const context = { policy: decay, now, protection: nothing, ...more };
  return planPath(rows, context).map(({ keep, why }) => `${keep ? "+" : "-"}${why}`);
}

test("of an hour the last settled row stays, of a day that is further back one a day", () => {
  const hours = [50.9, 50.5, 50.1].map((count) => row(count * hourMs));
  const unsettled = row(50.05 * hourMs, { settled: false });
  const days = [10.9, 10.5].map((count) => row(count * dayMs));
  assert.deepEqual(words([...days, ...hours, unsettled, row(0)]), [
    ...["-daily", "+daily", "-hourly", "-hourly", "+hourly", "-interim", "+newest"],
  ]);
});

test("where no row of an hour is settled its last one stays, and a deletion at its end does", () => {
  const lone = [row(60.8 * hourMs, { settled: false }), row(60.7 * hourMs, { settled: false })];
  assert.deepEqual(words([...lone, row(0)]), ["-interim", "+hourly", "+newest"]);
  const gone = [row(50.8 * hourMs), row(50.7 * hourMs, { settled: false, gone: true })];
  assert.deepEqual(words([...gone, row(0)]), ["+hourly", "+hourly", "+newest"]);
});

test("a day is recent to its last millisecond, and a row from the future is", () => {
  assert.deepEqual(words([row(dayMs), row(-dayMs), row(0)]), ["+recent", "+fresh", "+newest"]);
  assert.deepEqual(words([row(2 * dayMs), row(0)], { policy: olderThan(dayMs) }), [
    "+state",
    "+newest",
  ]);
  assert.deepEqual(words([row(minuteMs), row(minuteMs - 1), row(0)], { policy: olderThan(0) }), [
    ...["-older", "+fresh", "+newest"],
  ]);
});

test("what a policy ends with is a state: of a file that was deleted then nothing stays", () => {
  const policy = olderThan(10 * dayMs);
  const deleted = [row(20 * dayMs), row(15 * dayMs, { gone: true }), row(dayMs)];
  assert.deepEqual(words(deleted, { policy }), ["-older", "-older", "+newest"]);
});

test("where something older stays, the deletion after it does: it would be there again else", () => {
  const policy = olderThan(10 * dayMs);
  const rows = [row(20 * dayMs), row(15 * dayMs, { gone: true }), row(dayMs)];
  const instants = [{ id: rows[0]?.id ?? 0, why: "checkpoint" as const }];
  const protection: Protection = { ...nothing, instants };
  assert.deepEqual(words(rows, { policy, protection }), ["+checkpoint", "+deletion", "+newest"]);
});

test("of a binary file so many versions stay however young they are, and what something needs", () => {
  const policy = { ...decay, binaryVersions: 2 };
  const isBinary = true;
  const protection: Protection = { ...nothing, operations: new Set([7]) };
  const rows = [
    row(60.9 * hourMs, { isBinary }),
    row(9 * hourMs, { isBinary, operation: 7 }),
    row(8 * hourMs),
    row(7 * hourMs, { isBinary, from: "b" }),
    row(6 * hourMs, { isBinary }),
    row(5 * hourMs, { isBinary }),
    row(1, { isBinary }),
    row(0, { isBinary }),
  ];
  const told = words(rows, { policy, protection });
  assert.deepEqual(told, [
    ...["-binary", "+recent", "+recent", "+recent", "-binary", "-binary", "+fresh", "+newest"],
  ]);
  const left = rows.filter((_, index) => told[index]?.startsWith("+"));
  assert.deepEqual(
    words(left, { policy, protection }),
    told.filter((word) => word.startsWith("+")),
  );
});

test("of a deleted binary file the last versions stay, the content before an older deletion does not", () => {
  const isBinary = true;
  const life = (days: number) => [
    row((days + 0.2) * dayMs, { isBinary }),
    row(days * dayMs, { gone: true }),
  ];
  const rows = [...life(90), ...life(80), ...life(70)];
  assert.deepEqual(words(rows, { policy: { ...decay, binaryVersions: 2 } }), [
    ...["-binary", "+weekly", "+content", "+weekly", "+weekly", "+newest"],
  ]);
});

test("a deletion that stays keeps the content before it, a departure does not", () => {
  const file = [
    row(99 * dayMs),
    row(98.9 * dayMs, { settled: false }),
    row(98.8 * dayMs, { gone: true }),
  ];
  assert.deepEqual(words(file), ["-weekly", "+content", "+newest"]);
  const left = [row(99 * dayMs), row(98.8 * dayMs, { gone: true, cause: "renamed" })];
  assert.deepEqual(words(left), ["-weekly", "+newest"]);
});

test("what was not kept keeps the content before it, and is none before a deletion", () => {
  const withheld = true;
  const file = [row(99 * dayMs), row(98.9 * dayMs), row(98.8 * dayMs, { withheld })];
  assert.deepEqual(words(file), ["-weekly", "+content", "+newest"]);
  const gone = [...file, row(98.7 * dayMs, { gone: true })];
  assert.deepEqual(words(gone), ["-weekly", "+content", "-weekly", "+newest"]);
});

test("where a file left the record stays, but before where the history is to start", () => {
  const out = { gone: true, cause: "excluded" } as const;
  const rows = [row(50.9 * hourMs), row(50.8 * hourMs, out), row(50.7 * hourMs), row(0)];
  assert.deepEqual(words(rows), ["-hourly", "+unknown", "+hourly", "+newest"]);
  const policy = olderThan(dayMs);
  const only = ["-older", "+unknown", "+state", "+newest"];
  assert.deepEqual(words(rows, { policy }), only);
  assert.deepEqual(words(rows, { policy, movesStart: true }), only.with(1, "-older"));
  const last = [row(50 * hourMs), row(49 * hourMs, out), row(0)];
  assert.deepEqual(words(last, { policy, movesStart: true }), ["-older", "+state", "+newest"]);
});

test("a row that stays for its rename does not bring back a file that was deleted after it", () => {
  const policy = olderThan(10 * dayMs);
  const arrival = row(20 * dayMs, { path: "new", from: "old" });
  const departure = row(20 * dayMs, { path: "old", gone: true, cause: "renamed" });
  const deletion = row(15 * dayMs, { path: "new", gone: true });
  const again = row(dayMs, { path: "new" });
  const planner = new PrunePlanner({
    ...{ policy, now, protection: nothing, upTo: again.id, isSelected: () => true },
    ...{ maxBytes: null, countsPaths: false, measures: false },
  });
  planner.addPath([arrival, deletion, again]);
  planner.addPath([departure]);
  const { ids, kept } = planner.finish(() => "0".repeat(64) as BlobId);
  assert.deepEqual([[...ids], kept.get("rename")], [[], 2]);
});

test("an asked prune counts ages from the last full hour, or minute for a short past", () => {
  const at = (now + 90 * minuteMs + 7) as WallMs;
  assert.equal(planningInstant(at, decay), now + hourMs);
  assert.equal(planningInstant(at, olderThan(hourMs)), now + 90 * minuteMs);
});

test("says a policy in words and leaves out the tiers that mean nothing", () => {
  assert.deepEqual(sayPolicy(decay), [
    "everything younger than 24h",
    "1 per hour for 7d",
    "1 per day for 30d",
    "1 per week for ever",
  ]);
  assert.deepEqual(sayPolicy({ ...decay, hourlyMs: 0, dailyMs: 2 * dayMs, weeklyMs: dayMs }), [
    "everything younger than 24h",
    "1 per day for 2d",
    "what stood before, once",
  ]);
});

test("an instant is thinned from the first row that went until the row after the last", () => {
  const plain = { at: now, cause: "policy", argv: [], snapshots: 1 } as const;
  const prunings = [
    { ...plain, id: 1, from: 10 as WallMs, to: 20 as WallMs },
    { ...plain, id: 2, from: 15 as WallMs, to: 18 as WallMs },
  ];
  const found = [9, 10, 16, 18, 20].map((at) => thinnedAt(prunings, at as WallMs)?.id);
  assert.deepEqual(found, [undefined, 1, 2, 1, undefined]);
});
