import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { test } from "node:test";
import type { AbsPath, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import { inheritMode, type SeenMode } from "@unf/core/timeline";
import { openTimeline } from "../open/open.ts";
import { rebuildTimeline } from "../repair/rebuild.ts";
import { always, identity, openScratch, recording } from "../testing/scratch.ts";

const start = 1_700_000_000_000;
const at = (second: number) => (start + second * 1000) as WallMs;
const path = (text: string) => text as RelPath;
const id = (n: number) => ({ id: n as SnapshotId });

function seen(text: string, mode: number, second: number): SeenMode {
  return { path: path(text), mode: 0o040000 | mode, at: at(second) };
}

/** Commits one row of the file behind what was seen of directories. */
function save(timeline: Timeline, file: string, second: number, ...directories: SeenMode[]): void {
  const recordings = [recording(file, { at: at(second) })];
  timeline.commit({ inbox: [], recordings, restats: [], settlements: [], directories });
}

function fill(timeline: Timeline): void {
  save(timeline, "private/a", 1, seen("", 0o755, 1), seen("private", 0o700, 1));
  save(timeline, "src/deep/b", 2);
  save(timeline, "private/a", 9, seen("private", 0o750, 5));
}

test("a directory has the mode that was seen last up to the point, or that of the one above it", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  fill(timeline);
  const modes = (point: Parameters<Timeline["ownDirectoryMode"]>[1]) =>
    ["private", "private/in", "src/deep"].map((text) =>
      (inheritMode(path(text), (one) => timeline.ownDirectoryMode(one, point)) ?? 0).toString(8),
    );
  assert.deepEqual(modes(id(1)), ["40700", "40700", "40755"]);
  assert.deepEqual(modes({ at: at(4) }), ["40700", "40700", "40755"]);
  assert.deepEqual(modes({ at: at(5) }), ["40750", "40750", "40755"]);
  assert.deepEqual(modes(id(2)), ["40700", "40700", "40755"], "which of the two nobody knows");
  assert.deepEqual(modes(id(3)), ["40750", "40750", "40755"]);
});

test("modes are kept by a rebuild, thinned by a new start, and forgotten with what lay in them", () => {
  using scratch = openScratch();
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    fill(timeline);
  }
  const rebuilt = rebuildTimeline(scratch.path, identity, () => "a".repeat(64) as never, always);
  renameSync(rebuilt.path, scratch.path);
  using timeline = openTimeline(scratch.path as AbsPath, always);
  const modes = () => timeline.directoryModes().map(({ path, mode }) => `${path} ${mode % 512}`);
  assert.deepEqual(modes().sort(), [" 493", "private 488"]);
  assert.equal(timeline.ownDirectoryMode(path("private"), id(1)), 0o40700);
  timeline.startAt(id(3), []);
  assert.equal(timeline.ownDirectoryMode(path("private"), id(3)), 0o40750);
  assert.equal(timeline.ownDirectoryMode(path("private"), id(1)), undefined);
  timeline.dropEmptyDirectories();
  assert.deepEqual(modes().length, 2);
  const ids = [1, 3] as SnapshotId[];
  timeline.deleteSnapshots({ ids, cause: "forget", argv: [], at: at(20), whole: true });
  timeline.dropEmptyDirectories();
  assert.deepEqual(modes(), [" 493"]);
});
