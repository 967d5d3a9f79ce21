import assert from "node:assert/strict";
import { test } from "node:test";
import type { RetentionPolicy } from "../retention/policy.ts";
import { decideCapLevel, excessOf, planStoreCap, reliefPolicies } from "./store-cap.ts";

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

test("a person is warned from 80 % on, and what must go from 100 % on leaves 90 %", () => {
  assert.deepEqual(
    [0, 79, 80, 99, 100, 200].map((used) => decideCapLevel(used, 100)),
    ["good", "good", "near", "near", "full", "full"],
  );
  assert.deepEqual(excessOf(150, 100), { leastBytes: 51, wantedBytes: 60 });
  assert.deepEqual(excessOf(100, 100), { leastBytes: 1, wantedBytes: 10 });
  assert.deepEqual(excessOf(90, 100), { leastBytes: 0, wantedBytes: 0 });
});

test("each policy keeps no more than the one before it, and the first is the policy itself", () => {
  const steps = reliefPolicies({ policy, isAutomatic: true });
  assert.deepEqual(steps[0], policy);
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    if (before === undefined) continue;
    for (const band of ["keepAllMs", "hourlyMs", "dailyMs", "weeklyMs"] as const) {
      const [was, is] = [before[band], step[band]];
      assert.ok((is ?? Infinity) <= (was ?? Infinity), band);
    }
  }
  assert.ok(steps.every((step) => step.bringsBack && step.keepAllMs >= hour));
});

test("shorter ages of a person's own are not made longer", () => {
  const own = { ...policy, keepAllMs: hour, hourlyMs: 0, dailyMs: 0, weeklyMs: 0 };
  const steps = reliefPolicies({ policy: own, isAutomatic: true });
  assert.ok(steps.every((step) => step.weeklyMs === 0 && step.hourlyMs === 0));
});

test("where history does not thin by itself, the cap thins none either", () => {
  assert.deepEqual(reliefPolicies({ policy, isAutomatic: false }), []);
});
