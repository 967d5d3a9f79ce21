import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, SnapshotId } from "@unf/core/base";
import type { KeptState, Snapshot, ThinnedState } from "@unf/core/timeline";
import { compareLevel } from "./compare-level.ts";

/** A state, as `path content` of each file. */
function stateOf(...files: string[]): KeptState[] {
  return files.map((file) => {
    const [path = "", hash = ""] = file.split(" ");
    const row = { path, hash, mode: 0o100644, id: 1 as SnapshotId } as unknown as Snapshot;
    return { kind: "kept", path: path as RelPath, row };
  });
}

function told(directory: string, then: (KeptState | ThinnedState)[], now: KeptState[]): string[] {
  const level = compareLevel(directory as RelPath, then, now);
  return level.map(({ path, kind, state }) => `${path} ${kind} ${state}`);
}

test("one level is told, a directory by all that lies below it", () => {
  const then = stateOf("a 1", "b/x 1", "b/y 1", "c/d/e 1", "gone 1", "old/x 1", "s/x 1");
  const now = stateOf("a 2", "b/x 1", "b/y 2", "c/d/e 1", "new/x 1", "s/x 1", "s/y 1");
  assert.deepEqual(told("", then, now), [
    "a file changed",
    "b directory changed",
    "c directory same",
    "gone file gone",
    "new directory new",
    "old directory gone",
    "s directory changed",
  ]);
  assert.deepEqual(told("c", then, now), ["c/d directory same"]);
  assert.deepEqual(told("b", then, now), ["b/x file same", "b/y file changed"]);
  assert.deepEqual(told("b", stateOf("bc 1"), stateOf("b.x 1")), [], "a name that only begins so");
});

test("what took the place of a file or a directory does not hide what was there", () => {
  assert.deepEqual(told("", stateOf("a 1"), stateOf("a/b 1")), ["a file gone"]);
  assert.deepEqual(told("", stateOf("a/b 1"), stateOf("a 1")), ["a directory gone"]);
  const thinned = { kind: "thinned", path: "a" as RelPath, since: 1 as SnapshotId } as const;
  assert.deepEqual(told("", [thinned], stateOf("a 1")), ["a file thinned"]);
});
