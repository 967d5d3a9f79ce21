import { limits } from "@unf/core/config";
import type { ProjectLimits } from "@unf/engine";

/** The bounds of `core/config/limits.ts` as the engine takes them. */
export const projectLimits: ProjectLimits = {
  burst: limits.burst,
  pace: limits.pace,
  commit: limits.commit,
  sliceMs: limits.daemon.sliceMs,
  journalSteps: limits.daemon.journalSteps,
  openBurstsMax: limits.capture.openBurstsMax,
  mass: limits.mass,
  vanish: limits.vanish,
  inboxMs: limits.commit.inboxMs,
  sweepEveryMs: limits.sweep.everyMs,
  degradedSweepEveryMs: limits.sweep.degradedEveryMs,
  idleMs: limits.timeline.idleMs,
  skippedMax: limits.sweep.skippedMax,
  writeBackMs: limits.sweep.writeBackMs,
};
