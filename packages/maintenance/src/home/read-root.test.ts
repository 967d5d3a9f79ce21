import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, ProjectId, WallMs } from "@unf/core/base";
import { isRecordedIn } from "./read-root.ts";

const recorded = {
  project: "3c1e5a0f9b7d2468" as ProjectId,
  root: "/home/a/src/shop" as AbsPath,
  dev: 65_024n,
  ino: 42n,
  birthNs: 1_000n,
  createdAt: 0 as WallMs,
};
const directory = { dev: 65_024n, ino: 42n, birthNs: 1_000n };

test("a directory is the recorded one when device, inode and time of birth say so", () => {
  assert.ok(isRecordedIn(recorded, directory));
  assert.ok(!isRecordedIn(recorded, { ...directory, dev: 65_025n }));
  assert.ok(!isRecordedIn(recorded, { ...directory, ino: 43n }));
  // The number was given to another directory, even one that did not change since it was made.
  assert.ok(!isRecordedIn(recorded, { ...directory, birthNs: 2_000n }));
});

test("where no time of birth was recorded, the number has to do", () => {
  const { birthNs: _, ...unborn } = recorded;
  assert.ok(isRecordedIn(unborn, directory));
  assert.ok(isRecordedIn(unborn, { dev: 65_024n, ino: 42n }));
});
