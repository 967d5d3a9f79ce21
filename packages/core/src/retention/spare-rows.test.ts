import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { reliefPolicies } from "../storage/store-cap.ts";
import { dayMs, hourMs, minuteMs } from "../time/calendar.ts";
import type { RetentionRow } from "../timeline/pruning.ts";
import type { RetentionPolicy } from "./policy.ts";
import { gatherProtection } from "./protection.ts";
import { spareRows } from "./spare-rows.ts";

const now = Date.UTC(2026, 10, 19) as WallMs;
const protection = gatherProtection({ checkpoints: [], open: [], turns: [], operations: [] });
const policy: RetentionPolicy = {
  ...{ keepAllMs: dayMs, hourlyMs: 7 * dayMs, dailyMs: 30 * dayMs, weeklyMs: null },
  bringsBack: true,
};

type Age = number | { readonly gone: number };

/** Versions of these ages; a deletion where `gone` says so. */
function history(ages: readonly Age[]): RetentionRow[] {
  return ages.map((told, index) => {
    const isGone = typeof told !== "number";
    return {
      ...{ id: (index + 1) as SnapshotId, path: "a" as RelPath, bytes: isGone ? 0 : 9 },
      at: (now - (isGone ? told.gone : told)) as WallMs,
      ...{ settled: true, event: isGone ? "delete" : "modify", cause: "event" as const },
      hash: isGone ? null : (`${index}`.repeat(64) as BlobId),
      ...{ session: null, turn: null, ambiguous: false, operation: null, renamedFrom: null },
    };
  });
}

function spare(...ages: readonly Age[]): number[] {
  const policies = reliefPolicies({ policy, isAutomatic: true });
  return spareRows(history(ages), policies, { now, protection }).map(({ row }) => row.id);
}

test("at the cap nothing goes that stood there within the hour, however old it is", () => {
  const old = 40 * dayMs;
  assert.deepEqual(spare(2 * old, old, { gone: 5 * minuteMs }), [1]);
  assert.deepEqual(spare(2 * old, old, 5 * minuteMs), [1]);
  assert.deepEqual(spare(2 * old, old, { gone: 2 * hourMs }), [1, 2]);
  assert.deepEqual(spare(2 * old, old, 2 * hourMs, 5 * minuteMs), [1, 2]);
});
