import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSafety } from "./verdict.ts";

const good = { isRecording: true, openGaps: 0, checks: [{ state: "ok" }] } as const;

test("it is safe only where all is recorded, nothing is missing and every check has passed", () => {
  assert.deepEqual(judgeSafety(good), { state: "good", troubles: 0 });
  assert.equal(judgeSafety({ ...good, checks: null }).state, "wait");
  assert.deepEqual(judgeSafety({ ...good, openGaps: 2 }), { state: "unsure", troubles: 2 });
  assert.equal(judgeSafety({ ...good, checks: [{ state: "warn" }] }).state, "unsure");
  const worst = { ...good, openGaps: 1, checks: [{ state: "fail" }, { state: "warn" }] } as const;
  assert.deepEqual(judgeSafety(worst), { state: "bad", troubles: 3 });
  assert.equal(judgeSafety({ ...good, isRecording: false, checks: null }).state, "bad");
});
