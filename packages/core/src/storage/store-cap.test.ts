import assert from "node:assert/strict";
import { test } from "node:test";
import type { RetentionPolicy } from "../retention/policy.ts";
import { decideCapLevel, isRelieved, planRelief, planStoreCap, reliefShare } from "./store-cap.ts";

const GiB = 1024 ** 3;
const hour = 3600_000;
const policy: RetentionPolicy = {
  keepAllMs: 24 * hour,
  hourlyMs: 7 * 24 * hour,
  dailyMs: 30 * 24 * hour,
  weeklyMs: null,
  bringsBack: true,
};

test("without a setting the cap is 5 GiB or a tenth of the disk, whichever is less", () => {
  assert.deepEqual(
    [planStoreCap(0, 1000 * GiB), planStoreCap(0, 20 * GiB), planStoreCap(7, 20 * GiB)],
    [5 * GiB, 2 * GiB, 7],
  );
});

test("a person is warned from 80 % on, and history is thinned from 100 % on, down to 90 %", () => {
  assert.deepEqual(
    [0, 79, 80, 99, 100, 200].map((used) => decideCapLevel(used, 100)),
    ["good", "good", "near", "near", "full", "full"],
  );
  assert.deepEqual(
    [89, 90, 91].map((used) => isRelieved(used, 100)),
    [true, true, false],
  );
});

test("each step keeps no more than the one before it, and the first is the policy itself", () => {
  const steps = planRelief({ policy, isAutomatic: true });
  assert.deepEqual(steps.slice(0, 2), [
    { policy, shrinks: false },
    { policy, shrinks: true },
  ]);
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    if (before === undefined) continue;
    for (const band of ["keepAllMs", "hourlyMs", "dailyMs", "weeklyMs"] as const) {
      const [was, is] = [before.policy[band], step.policy[band]];
      assert.ok((is ?? Infinity) <= (was ?? Infinity), band);
    }
  }
  assert.ok(steps.every((step) => step.policy.bringsBack && step.policy.keepAllMs >= hour));
});

test("contents shrink by what the store is too large", () => {
  assert.deepEqual([reliefShare(200, 100), reliefShare(50, 100), reliefShare(0, 0)], [0.45, 1, 0]);
});

test("shorter ages of a person's own are not made longer", () => {
  const own = { ...policy, keepAllMs: hour, hourlyMs: 0, dailyMs: 0, weeklyMs: 0 };
  const steps = planRelief({ policy: own, isAutomatic: true });
  assert.ok(steps.every((step) => step.policy.weeklyMs === 0 && step.policy.hourlyMs === 0));
});

test("where history does not thin by itself, the cap thins none either", () => {
  assert.deepEqual(planRelief({ policy, isAutomatic: false }), []);
});
