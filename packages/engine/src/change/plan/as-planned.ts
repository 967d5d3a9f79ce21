import { type StatKey, type Step, sameStat } from "@unf/core/timeline";
import { needsRescue } from "../stage/rescue.ts";
import type { SeenStats } from "./stat-table.ts";

/** True when what stands at the path of a step is what the plan has seen there. */
export function isAsPlanned(seen: SeenStats, step: Step, now: StatKey | undefined): boolean {
  if (step.from.kind === "directory" || !seen.has(step.path)) return true;
  const before = seen.get(step.path);
  if (before === undefined || now === undefined) return before === now;
  // A second name, which the rescue gave it, is no change of the file.
  const ctimeNs = needsRescue(step) ? before.ctimeNs : now.ctimeNs;
  return sameStat(before, { ...now, ctimeNs });
}
