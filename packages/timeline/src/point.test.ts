import assert from "node:assert/strict";
import { test } from "node:test";
import { type BlobId, keptRows, type RelPath, type WallMs } from "@unf/core";
import { openTimeline } from "./open.ts";
import { always, identity, openScratch, recording } from "./scratch.ts";

const start = 1_700_000_000_000;
const minute = 60_000;
const at = (minutes: number) => (start + minutes * minute) as WallMs;

/** Contents of `a` that count when the clock showed these minutes, of rows recorded at those. */
function contentsAt(recorded: readonly number[], asked: readonly number[]): (number | undefined)[] {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  for (const [nth, minutes] of recorded.entries()) {
    const hash = String(nth).padStart(64, "0") as BlobId;
    const row = recording("a", { at: at(minutes), hash });
    timeline.commit({ inbox: [], recordings: [row], restats: [], settlements: [] });
  }
  return asked.map((minutes) => {
    const point = { at: at(minutes) };
    const [state] = keptRows(timeline.stateAt(point, []));
    const then = timeline.pathAt("a" as RelPath, point);
    const version = then.kind === "kept" ? then.row : undefined;
    const query = { within: [], interim: true, until: at(minutes), order: "newest" } as const;
    const [newest] = timeline.find(query);
    assert.deepEqual([version?.id, newest?.id], [state?.id, state?.id], `at ${minutes}`);
    return state?.hash == null ? undefined : Number(state.hash);
  });
}

test("an instant is what the clock showed, also while it is behind a jump that it took back", () => {
  // At minute 1 it jumps two hours ahead, for one row.
  const recorded = [0, 121, 2, 30, 60, 119, 125];
  const states = contentsAt(recorded, [-1, 0, 1, 2, 29, 30, 59, 60, 118, 119, 121, 124, 125, 999]);
  assert.deepEqual(states, [undefined, 0, 0, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6]);
});

test("of an instant that a clock showed twice that was set back, the later time is meant", () => {
  const recorded = [0, 60, 90, 30, 70];
  assert.deepEqual(contentsAt(recorded, [0, 29, 30, 59, 60, 70, 89, 90]), [0, 0, 3, 3, 3, 4, 4, 4]);
});
