import type { MonoMs, ProjectId } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { freshSupervision, type Observation, type Supervision } from "./supervision.ts";

const { backOffMs, backOffMsMax, refusedMsMax, crashesMax, crashWindowMs } = limits.sentinel;

/** Wait before the start that follows this many failures in a row. Unit: ms. */
export function backOffAfter(failures: number): number {
  // 2 ** 1024 is Infinity, which the bound catches like any other.
  return failures < 1 ? backOffMs : Math.min(backOffMs * 2 ** (failures - 1), backOffMsMax);
}

/** The facts about a daemon's end. */
type End = Pick<Observation, "lastWords" | "exit">;

/** The daemon is gone: decides what that says about it, and when the next may start. */
export function stepEnded(state: Supervision, end: End, now: MonoMs): Supervision {
  const { lastWords } = end;
  const gone = { ...state, daemon: undefined, stopping: undefined };
  const kind = judgeEnd(state, end);
  if (kind === "asked") return { ...freshSupervision, lastStartAt: state.lastStartAt };
  if (kind === "no_place") return gone;
  const failures = state.failures + 1;
  // That is no sign of a fault, but no reason to fight over it either.
  if (kind === "ordered") {
    return { ...gone, failures, startFrom: later(now, backOffAfter(failures)) };
  }
  // It costs next to nothing to ask again, and nobody says when the reason is gone.
  if (kind === "refused") {
    const wait = Math.min(backOffAfter(failures), refusedMsMax);
    return { ...gone, failures, startFrom: later(now, wait) };
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

/**
 * `asked`: a person wanted it. `no_place`: the lock was somebody else's. `ordered`: someone ended it,
 * or it ended itself in order. `refused`: it said why it cannot start. `crash`: anything else, which
 * is an end without notice.
 */
function judgeEnd(
  { stopping }: Supervision,
  { lastWords, exit }: End,
): "asked" | "no_place" | "ordered" | "refused" | "crash" {
  if (lastWords?.cause === "restart" || stopping?.why === "not_wanted") return "asked";
  if (stopping !== undefined) return "crash";
  if (lastWords?.cause === "stop" || exit?.code === exitCodes.inOrder) return "ordered";
  if (exit?.code === exitCodes.noPlace) return "no_place";
  return exit?.code === exitCodes.refused && lastWords === undefined ? "refused" : "crash";
}

/** With which the daemon ends when it gives notice. */
const exitCodes = { inOrder: 0, refused: 1, noPlace: 6 } as const;

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
