import { limits } from "../config/limits.ts";
import type { RetentionPolicy } from "../retention/policy.ts";
import { dayMs, hourMs, weekMs } from "../time/calendar.ts";

/** `near`: a person should know; `full`: history is thinned earlier than its policy says. */
export type CapLevel = "good" | "near" | "full";

/** Room for the store on its disk. `setting`: `store.cap`; 0: as suits the disk. Unit: bytes. */
export function planStoreCap(setting: number, diskBytes: number): number {
  if (setting > 0) return setting;
  return Math.min(limits.cap.bytes, Math.floor(diskBytes * limits.cap.diskShare));
}

export function decideCapLevel(usedBytes: number, capBytes: number): CapLevel {
  if (usedBytes >= capBytes) return "full";
  return usedBytes >= capBytes * limits.cap.warnedShare ? "near" : "good";
}

/** Room to free in a store, or in a project, that has reached its cap. Unit: bytes. */
export interface Excess {
  /** With less than this it would still be beyond its cap: then nothing is to go at all. */
  readonly leastBytes: number;
  /** With this it will last for a while. */
  readonly wantedBytes: number;
}

export function excessOf(usedBytes: number, capBytes: number): Excess {
  return {
    leastBytes: Math.max(0, Math.floor(usedBytes - capBytes) + 1),
    wantedBytes: Math.max(0, Math.ceil(usedBytes - capBytes * limits.cap.relievedShare)),
  };
}

/**
 * The policies by which the history of a charged path goes, the mildest first: its own, then the same
 * with ages that are shorter. What retention always keeps stays with each. None when history is not to
 * thin by itself.
 */
export function reliefPolicies({
  policy,
  isAutomatic,
}: {
  readonly policy: RetentionPolicy;
  readonly isAutomatic: boolean;
}): readonly RetentionPolicy[] {
  if (!isAutomatic) return [];
  return [
    policy,
    shorten(policy, [6 * hourMs, dayMs, weekMs, null]),
    shorten(policy, [hourMs, 6 * hourMs, 3 * dayMs, 4 * weekMs]),
  ];
}

/** Every band at most so long; what was shorter stays so. */
function shorten(
  policy: RetentionPolicy,
  [keepAll, hourly, daily, weekly]: readonly [number, number, number, number | null],
): RetentionPolicy {
  return {
    ...policy,
    keepAllMs: Math.min(policy.keepAllMs, keepAll),
    hourlyMs: shorter(policy.hourlyMs, hourly),
    dailyMs: shorter(policy.dailyMs, daily),
    weeklyMs: shorter(policy.weeklyMs, weekly),
  };
}

function shorter(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
