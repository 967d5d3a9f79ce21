import { limits } from "../config/limits.ts";
import type { RetentionPolicy } from "../retention/policy.ts";
import { dayMs, hourMs, weekMs } from "../time/calendar.ts";

/** `near`: a person should know; `full`: history is thinned earlier than its policy says. */
export type CapLevel = "good" | "near" | "full";

/** What the store may take on its disk. `setting`: `store.cap`; 0: what suits the disk. Unit: bytes. */
export function planStoreCap(setting: number, diskBytes: number): number {
  if (setting > 0) return setting;
  return Math.min(limits.cap.bytes, Math.floor(diskBytes * limits.cap.diskShare));
}

export function decideCapLevel(usedBytes: number, capBytes: number): CapLevel {
  if (usedBytes >= capBytes) return "full";
  return usedBytes >= capBytes * limits.cap.warnedShare ? "near" : "good";
}

/** True when so much was given back that it will last for a while. */
export function isRelieved(usedBytes: number, capBytes: number): boolean {
  return usedBytes <= capBytes * limits.cap.relievedShare;
}

/** What the contents must shrink to, as a share of what they take, so that the store is relieved. */
export function reliefShare(usedBytes: number, capBytes: number): number {
  return Math.min(1, (capBytes * limits.cap.relievedShare) / Math.max(1, usedBytes));
}

/** One attempt to make the history smaller. */
export interface ReliefStep {
  readonly policy: RetentionPolicy;
  /** Beyond the policy, the oldest of what only the policy keeps goes until the contents fit. */
  readonly shrinks: boolean;
}

/**
 * What is tried in turn until the store is small enough: first what the policy would do anyway, then the
 * oldest of what it alone keeps, then the same with ages that are shorter. What retention always keeps
 * stays at every step. Nothing when history is not to thin by itself.
 */
export function planRelief({
  policy,
  isAutomatic,
}: {
  readonly policy: RetentionPolicy;
  readonly isAutomatic: boolean;
}): readonly ReliefStep[] {
  if (!isAutomatic) return [];
  return [
    { policy, shrinks: false },
    { policy, shrinks: true },
    { policy: shorten(policy, [6 * hourMs, dayMs, weekMs, null]), shrinks: true },
    { policy: shorten(policy, [hourMs, 6 * hourMs, 3 * dayMs, 4 * weekMs]), shrinks: true },
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
