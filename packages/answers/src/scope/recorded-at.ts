import { comparePaths, type RelPath, type Steps } from "@unf/core/base";
import { requireReach } from "@unf/core/ports";
import {
  type KeptState,
  keptRows,
  type Point,
  type Snapshot,
  type ThinnedState,
} from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import { eachHead } from "./each-head.ts";
import type { ThinnedFile } from "./thinned.ts";

/** Files that stood at an instant. */
export interface RecordedAt {
  readonly recorded: readonly Snapshot[];
  /** Left out: what was there and is no longer kept, and what stands there now and may have been there. */
  readonly thinned: readonly ThinnedFile[];
}

/** Which files are asked for; all of them unless said. */
interface Asked {
  readonly within: readonly RelPath[];
  readonly matches: (path: RelPath) => boolean;
}

/** Throws `not_found` before the start of the history. Both lists in path order. */
export function* readRecordedAt(
  reader: ProjectReader,
  point: Point,
  { within, matches }: Asked = { within: [], matches: () => true },
): Steps<RecordedAt> {
  const { timeline } = reader;
  requireReach(timeline, point);
  const state: (KeptState | ThinnedState)[] = [];
  for (const one of timeline.stateInSteps(point, within)) {
    if (one !== undefined) state.push(one);
    yield;
  }
  const gone = state.filter(({ kind, path }) => kind === "thinned" && matches(path));
  const nearest = (path: RelPath) => timeline.nearestKept(path, point);
  const left: ThinnedFile[] = gone.map(({ path }) => ({ path, nearest: nearest(path) }));
  const listed = new Set(state.map(({ path }) => path));
  const stateOf = timeline.pathsAt(point);
  for (const { path } of eachHead(reader, within)) {
    yield;
    if (listed.has(path) || !matches(path) || stateOf(path).kind !== "unknown") continue;
    listed.add(path);
    left.push({ path, nearest: nearest(path), isUnknown: true });
  }
  return {
    recorded: keptRows(state),
    thinned: left.sort((a, b) => comparePaths(a.path, b.path)),
  };
}
