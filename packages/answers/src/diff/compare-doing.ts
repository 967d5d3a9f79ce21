import type { RelPath, WallMs } from "@unf/core/base";
import { requireReach, type TimelineReader } from "@unf/core/ports";
import type { ProjectReader } from "../ports/history.ts";
import { type ResolvedTime, timeFields, toPoint } from "../scope/time.ts";
import { findMark } from "../scope/time-mark.ts";
import { isDifferentBetween } from "./find-difference.ts";
import { changesBetween, type Part } from "./sides.ts";

/** A session or turn of an agent that was found. */
export type Doing =
  | { readonly kind: "session"; readonly id: string }
  | { readonly kind: "turn"; readonly id: number };

/** From the state before it to the one it left behind; only of files that it is known to have touched. */
export function compareDoing(
  { reader, within, matches, thinned }: Required<Part> & { readonly reader: ProjectReader },
  doing: Doing,
  now: WallMs,
) {
  const at = (edge: "start" | "end"): ResolvedTime => {
    const found = findMark(reader.timeline, { ...doing, edge }, now);
    return { input: found.mark.name, version: undefined, ...found };
  };
  const [from, to] = [at("start"), at("end")];
  const points = { from: toPoint(from), to: toPoint(to) };
  requireReach(reader.timeline, points.from);
  const touched = readPaths(reader.timeline, doing);
  const part = { within, thinned, matches: (path: RelPath) => touched.has(path) && matches(path) };
  return {
    changes: () => changesBetween(reader, points, part),
    isDifferent: () => isDifferentBetween(reader, points, part),
    from: timeFields(from),
    to: timeFields(to),
    thinned,
  };
}

function readPaths(timeline: TimelineReader, doing: Doing): ReadonlySet<RelPath> {
  const of = doing.kind === "session" ? { session: doing.id } : { turn: doing.id };
  const rows = timeline.find({ ...of, within: [], interim: true, order: "newest" });
  return new Set([...rows].map(({ path }) => path));
}
