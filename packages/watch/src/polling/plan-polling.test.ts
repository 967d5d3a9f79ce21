import assert from "node:assert/strict";
import { test } from "node:test";
import { planPolling } from "./plan-polling.ts";

test("a small tree is polled every 2 s, a larger one less often, none less than every 5 s", () => {
  assert.deepEqual(planPolling(0), { by: "stats", everyMs: 2000 });
  assert.deepEqual(planPolling(1000), { by: "stats", everyMs: 3500 });
  assert.deepEqual(planPolling(2000), { by: "stats", everyMs: 5000 });
  assert.deepEqual(planPolling(2001), { by: "sweeps", everyMs: 5000 });
  assert.deepEqual(planPolling(1_000_000), { by: "sweeps", everyMs: 5000 });
});
