import { renderDuration } from "../time/duration.ts";
import type { RetentionPolicy } from "./policy.ts";

/** The tiers of a policy in words, the youngest first: `1 per hour for 7d`. */
export function sayPolicy(policy: RetentionPolicy): string[] {
  const words = [`everything younger than ${renderDuration(policy.keepAllMs)}`];
  let reached = policy.keepAllMs;
  for (const [name, ms] of [
    ["hour", policy.hourlyMs],
    ["day", policy.dailyMs],
    ["week", policy.weeklyMs],
  ] as const) {
    if (reached === Number.POSITIVE_INFINITY || (ms !== null && ms <= reached)) continue;
    words.push(`1 per ${name} ${ms === null ? "for ever" : `for ${renderDuration(ms)}`}`);
    reached = ms ?? Number.POSITIVE_INFINITY;
  }
  if (reached !== Number.POSITIVE_INFINITY) words.push("what stood before, once");
  return words;
}
