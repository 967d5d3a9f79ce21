import assert from "node:assert/strict";
import type { SnapshotId, WallMs } from "@unf/core/base";
import type { Timeline, TimelineReader } from "@unf/core/ports";
import type { PruneCause, RetentionRow } from "@unf/core/timeline";
import fc from "fast-check";
import { paths, start } from "./timeline-worlds.ts";

const cause = fc.constantFrom<PruneCause>("policy", "asked", "cap", "forget");

/** Rows go, some of them a path's newest or not there; now and then it is found out what that released. */
export const retentionDeed: fc.Arbitrary<(timeline: Timeline) => unknown> = fc
  .record({
    ids: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }),
    cause,
    at: fc.nat(5000).map((ms) => (start + ms) as WallMs),
    goesOn: fc.boolean(),
    whole: fc.boolean(),
    settles: fc.boolean(),
  })
  .map(({ ids, goesOn, settles, ...order }) => (timeline: Timeline) => {
    const last = goesOn ? timeline.prunings().at(-1)?.id : undefined;
    const extend = last === undefined ? {} : { extend: last };
    const argv = ["prune", "it's ä"];
    const done = timeline.deleteSnapshots({ ...order, ...extend, argv, ids: ids as SnapshotId[] });
    if (settles) while (timeline.settleReleased());
    return done;
  });

/** All pages of rows of each size, and those beyond points at which hardly ever a row stands. */
export function interrogateRetention(timeline: TimelineReader): object {
  const points = paths.flatMap((path) =>
    [0, 2500].map((ms, index) => ({
      ...{ path, at: (start + ms) as WallMs, id: (10 + 20 * index) as SnapshotId },
    })),
  );
  return {
    prunings: [timeline.prunings(), timeline.prunings((start + 2500) as WallMs)],
    retention: [1, 3, 99].map((limit) => [...retentionPages(timeline, limit)]),
    beyond: points.map((point) => timeline.retentionRows(point, 3).map(unskewed)),
  };
}

/** The model has no clock that could be behind. */
function unskewed({ skewMs: _, ...row }: RetentionRow): RetentionRow {
  return row;
}

/** From the first page to the one that is not full. */
export function* retentionPages(
  timeline: TimelineReader,
  limit: number,
): Generator<readonly RetentionRow[]> {
  let after: RetentionRow | undefined;
  for (let pages = 0; ; pages += 1) {
    assert.ok(pages < 1000, "the pages have no end");
    const page = timeline.retentionRows(after, limit);
    yield page.map(unskewed);
    if (page.length < limit) return;
    after = page.at(-1);
  }
}
