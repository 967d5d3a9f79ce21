import type { RelPath, WallMs } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { eachHead } from "../../base/each-head.ts";
import { HashSketch } from "./hash-sketch.ts";

/** The contents of all files that are on disk, and of all rows of the last `coldMs`. */
export async function listHot({
  timelines,
  now,
  limits,
  breathe,
}: {
  readonly timelines: readonly TimelineReader[];
  readonly now: WallMs;
  readonly limits: { readonly coldMs: number };
  readonly breathe: () => Promise<void>;
}): Promise<HashSketch> {
  const hot = new HashSketch();
  const since = (now - limits.coldMs) as WallMs;
  for (const timeline of timelines) {
    for (const { hash } of eachHead(timeline, "" as RelPath)) {
      hot.add(hash);
      await breathe();
    }
    const recent = { within: [], since, interim: true, order: "newest" } as const;
    for (const { hash } of timeline.find(recent)) {
      if (hash !== null) hot.add(hash);
      await breathe();
    }
  }
  return hot;
}
