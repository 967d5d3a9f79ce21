import { UnfError } from "../base/error.ts";
import type { Point } from "../timeline/point.ts";
import type { TimelineReader } from "./timeline.ts";

/** Throws `not_found` for a point before the start of the history: there is no state then. */
export function requireReach(timeline: Pick<TimelineReader, "reaches">, point: Point): void {
  if (timeline.reaches(point)) return;
  throw new UnfError("not_found", "the history of this project starts later than that instant", {
    hint: "unf log --reverse -n 1",
  });
}
