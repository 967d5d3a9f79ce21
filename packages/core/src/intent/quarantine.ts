import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { formatUtc } from "../time/utc.ts";
import type { IntendedProject, Intent } from "./intent.ts";

/**
 * Takes projects out of quarantine for which it is time, and forgets trials that went well for as
 * long as the project had been left out. The same intent when nothing is due.
 */
export function reviewQuarantines(intent: Intent, now: WallMs): Intent {
  const projects = intent.projects.map((project) => review(project, now));
  const isSame = projects.every((project, index) => project === intent.projects[index]);
  return isSame ? intent : { ...intent, projects, generation: intent.generation + 1 };
}

/** Why it is left out, and until when. */
export function sayQuarantine(project: IntendedProject): string {
  const { quarantined, trial } = project;
  if (quarantined === undefined) return "";
  const at = (quarantined.since + waitAfter(trial?.count ?? 0)) as WallMs;
  return `${quarantined.reason}; it is tried again at ${formatUtc(at)}`;
}

function review(project: IntendedProject, now: WallMs): IntendedProject {
  const { quarantined, trial, ...kept } = project;
  const count = trial?.count ?? 0;
  if (quarantined !== undefined) {
    if (!hasPassed(quarantined.since, waitAfter(count), now)) return project;
    return { ...kept, trial: { since: now, count: count + 1 } };
  }
  if (trial === undefined || !hasPassed(trial.since, waitAfter(count - 1), now)) return project;
  return kept;
}

/** Also when the clock was set back by that much. */
function hasPassed(since: WallMs, wait: number, now: WallMs): boolean {
  return Math.abs(now - since) >= wait;
}

function waitAfter(trials: number): number {
  const { trialMs, trialMsMax } = limits.sentinel;
  return Math.min(trialMs * 2 ** trials, trialMsMax);
}
