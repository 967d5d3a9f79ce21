import type { PruneCause, SnapshotId, Timeline, TimelineReader, WallMs } from "@unf/core";
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

export function interrogateRetention(timeline: TimelineReader): object {
  return {
    prunings: [timeline.prunings(), timeline.prunings((start + 2500) as WallMs)],
    retention: [undefined, ...paths].flatMap((after) =>
      [1, 3, 99].map((limit) => timeline.retentionRows(after, limit)),
    ),
  };
}
