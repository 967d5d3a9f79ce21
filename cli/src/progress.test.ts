import assert from "node:assert/strict";
import { test } from "node:test";
import { renderProgress } from "./progress.ts";

const scanning = { phase: "scanning", files: 1842, recorded: 1611, total: null } as const;

test("without a total the line counts, with one it has a bar", () => {
  assert.equal(
    renderProgress("Scanning", scanning, true),
    "   Scanning  1 842 files, 1 611 recorded",
  );
  assert.equal(
    renderProgress("Restoring", { phase: "applying", files: 5, recorded: 0, total: 10 }, true),
    "  Restoring  ############------------ 5 of 10 files",
  );
});

test("more files than were expected do not break the bar", () => {
  const line = renderProgress("Scanning", { ...scanning, total: 10 }, true);
  assert.match(line, /#{24} 1 842 of 10/);
});
