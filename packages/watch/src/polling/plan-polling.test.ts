import assert from "node:assert/strict";
import { test } from "node:test";
import { planPolling } from "./plan-polling.ts";

test("a small tree is polled every 2 s, a larger one less often, none less than every 5 s", () => {
  assert.deepEqual(planPolling(0, true), { by: "chokidar", everyMs: 2000 });
  assert.deepEqual(planPolling(1000, true), { by: "chokidar", everyMs: 3500 });
  assert.deepEqual(planPolling(2000, true), { by: "chokidar", everyMs: 5000 });
  assert.deepEqual(planPolling(2001, true), { by: "sweeps", everyMs: 5000 });
  assert.deepEqual(planPolling(1_000_000, true), { by: "sweeps", everyMs: 5000 });
});

test("a root whose path is not text is left to sweeps", () => {
  assert.deepEqual(planPolling(1, false).by, "sweeps");
});
