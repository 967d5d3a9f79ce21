import assert from "node:assert/strict";
import { test } from "node:test";
import { type BlobId, finish, type RelPath, type SnapshotId, type WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { keptRows } from "@unf/core/timeline";
import { openTimeline } from "../open/open.ts";
import { always, identity, openScratch, recording } from "../testing/scratch.ts";

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

test("rows show and are found by what the clock showed, in the order in which they were recorded", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  const minutes = [0, 121, 2, 30, 60, 119, 125];
  for (const one of minutes) {
    const row = recording("a", { at: at(one) });
    timeline.commit({ inbox: [], recordings: [row], restats: [], settlements: [] });
  }
  const minutesOf = (query: Partial<SnapshotQuery>) =>
    [...timeline.find({ within: [], interim: true, order: "oldest", ...query })].map(
      (row) => (row.at - start) / minute,
    );
  assert.deepEqual(minutesOf({}), minutes);
  assert.deepEqual(minutesOf({ since: at(29), until: at(60) }), [30, 60]);
  assert.deepEqual(minutesOf({ within: ["a" as RelPath], until: at(60) }), [0, 2, 30, 60]);
  assert.deepEqual(minutesOf({ since: at(120) }), [121, 125]);
  // A span of rows is one of stamps: all but the last lie in the time of the jump.
  assert.deepEqual(minutesOf({ stamped: { since: at(121), until: at(121) } }), minutes.slice(1, 6));
  const edges = [0, 10, 100, 120, 200].map(at);
  const query = { within: [], interim: true, order: "oldest" } as const;
  assert.deepEqual(finish(timeline.density(query, edges)).total, [2, 2, 1, 2]);
  assert.deepEqual(timeline.shownTwice(at(30)), { later: 4, earlier: 1 });
  assert.equal(timeline.shownTwice(at(122)), undefined);
  assert.equal(timeline.facts().lastAt, at(125));
});

test("after the clock was set back to before the start of the history, there are states all the same", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  const record = (minutes: number) => {
    const row = recording(`f${minutes}`, { at: at(minutes), event: "create" });
    timeline.commit({ inbox: [], recordings: [row], restats: [], settlements: [] });
  };
  record(100);
  record(200);
  timeline.startAt({ at: at(150) }, []);
  assert.equal(timeline.reaches({ at: at(149) }), false);
  record(10);
  assert.equal(timeline.reaches({ at: at(9) }), false);
  assert.deepEqual(
    keptRows(timeline.stateAt({ at: at(10) }, [])).map(({ path }) => path),
    ["f10", "f100", "f200"],
  );
  assert.equal(timeline.reaches({ at: at(10) }), true);
  assert.equal(timeline.reaches({ at: at(149) }), true);
});

test("what an instant means that the clock showed twice stays known when rows of then are deleted", () => {
  // Set back at minute 90 and again at minute 80; b is born, dies and is born again meanwhile.
  const events = ["a 0", "c 60", "c 90", "a 30", "b 40", "b 80 gone", "b 50", "a 70", "c 71"];
  const asked = [0, 29, 30, 39, 40, 49, 50, 59, 60, 69, 70, 71, 80, 90].map(at);
  const paths = ["a", "b", "c"] as RelPath[];
  const lasts = [7, 8, 9];
  const orders = [[[4]], [[5], [6]], [[4], [1]], [[1, 2, 3, 4, 5, 6]], [[6, 4], [5], [3, 2, 1]]];
  for (const order of orders) {
    using scratch = openScratch();
    using timeline = openTimeline(scratch.path, always, { create: identity });
    for (const [nth, event] of events.entries()) {
      const [path = "", minutes, gone] = event.split(" ");
      const hash = gone === undefined ? (String(nth).padStart(64, "0") as BlobId) : null;
      const row = recording(path, { at: at(Number(minutes)), hash });
      timeline.commit({ inbox: [], recordings: [row], restats: [], settlements: [] });
    }
    const states = () =>
      asked.flatMap((one) => paths.map((path) => timeline.pathAt(path, { at: one })));
    const before = states();
    const ids = order.flat() as SnapshotId[];
    assert.ok(lasts.every((id) => !ids.includes(id as SnapshotId)));
    for (const part of order) {
      timeline.deleteSnapshots({
        ...{ ids: part as SnapshotId[], cause: "asked", argv: [], at: at(999) },
      });
    }
    const wanted = before.map((state) => {
      if (state.kind === "kept") return ids.includes(state.row.id) ? "thinned" : state.row.id;
      return state.kind;
    });
    const found = states().map((state) => (state.kind === "kept" ? state.row.id : state.kind));
    assert.deepEqual(found, wanted, `without ${ids}`);
  }
});
