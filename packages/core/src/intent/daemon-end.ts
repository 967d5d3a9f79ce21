import type { MonoMs, ProjectId } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { freshSupervision, type LastWords, type Supervision } from "./supervision.ts";

const { backOffMs, backOffMsMax, crashesMax, crashWindowMs } = limits.sentinel;

/** Wait before the start that follows this many failures in a row. Unit: ms. */
export function backOffAfter(failures: number): number {
  // 2 ** 1024 is Infinity, which the bound catches like any other.
  return failures < 1 ? backOffMs : Math.min(backOffMs * 2 ** (failures - 1), backOffMsMax);
}

/** The daemon is gone: decides what that says about it, and when the next may start. */
export function stepEnded(
  state: Supervision,
  lastWords: LastWords | undefined,
  now: MonoMs,
): Supervision {
  const why = state.stopping?.why;
  const gone = { ...state, daemon: undefined, stopping: undefined };
  if (lastWords?.cause === "restart" || why === "not_wanted") {
    return { ...freshSupervision, lastStartAt: state.lastStartAt };
  }
  const failures = state.failures + 1;
  // Someone else ended it; that is no sign of a fault, but no reason to fight over it either.
  if (lastWords?.cause === "stop" && why === undefined) {
    return { ...gone, failures, startFrom: later(now, backOffAfter(failures)) };
  }
  const crashes = [...state.crashes, now].filter((at) => now - at < crashWindowMs);
  const safe = state.safe || crashes.length >= crashesMax;
  return {
    ...gone,
    failures,
    crashes,
    safe,
    projectCrashes: countCrash(state.projectCrashes, lastWords?.project),
    startFrom: later(now, safe ? backOffMsMax : backOffAfter(failures)),
  };
}

function countCrash(
  counts: ReadonlyMap<ProjectId, number>,
  project: ProjectId | undefined,
): ReadonlyMap<ProjectId, number> {
  return project === undefined
    ? counts
    : new Map(counts).set(project, (counts.get(project) ?? 0) + 1);
}

function later(now: MonoMs, ms: number): MonoMs {
  return (now + ms) as MonoMs;
}
