import type { WallMs } from "../base/brand.ts";
import type { Config } from "../config/settings.ts";
import { dayMs, hourMs, minuteMs, weekMs } from "../time/calendar.ts";

/**
 * How history thins as it ages. Everything up to `keepAllMs` old stays. Beyond it one row of each hour
 * stays up to `hourlyMs`, then one of each day up to `dailyMs`, then one of each week up to `weeklyMs`;
 * beyond all of them only the state at that instant. `null`: for ever. One that is not longer than the
 * one before it means nothing.
 */
export interface RetentionPolicy {
  readonly keepAllMs: number;
  readonly hourlyMs: number | null;
  readonly dailyMs: number | null;
  readonly weeklyMs: number | null;
  /** The content before a deletion that stays stays too, so that the file can be brought back. */
  readonly bringsBack: boolean;
  /** The states at the edges of agents' turns stay so long; `limits` when omitted, `null`: for ever. */
  readonly turnsMs?: number | null;
  /** The records of operations stay so long; they do not go when omitted. */
  readonly operationsMs?: number | null;
  /** Of a binary file so many versions stay, however young they are; all when omitted. */
  readonly binaryVersions?: number;
}

/** The age bands of a policy, the youngest first. */
export type Tier = "recent" | "hourly" | "daily" | "weekly" | "older";

/** The policy of the settings. */
export function configuredPolicy(config: Config): RetentionPolicy {
  return {
    keepAllMs: config["retention.keep_all"],
    hourlyMs: orForEver(config["retention.hourly"]),
    dailyMs: orForEver(config["retention.daily"]),
    weeklyMs: orForEver(config["retention.weekly"]),
    bringsBack: true,
    turnsMs: orForEver(config["retention.turns"]),
    operationsMs: orForEver(config["retention.operations"]),
    binaryVersions: config["record.binary_versions"],
  };
}

/** Everything since an instant of that age, and the state at it. */
export function olderThan(ageMs: number): RetentionPolicy {
  return { keepAllMs: ageMs, hourlyMs: 0, dailyMs: 0, weeklyMs: 0, bringsBack: false };
}

/** The band in which a row of this age lies. A row from the future is recent. */
export function tierOf(ageMs: number, policy: RetentionPolicy): Tier {
  if (ageMs <= policy.keepAllMs) return "recent";
  if (reaches(policy.hourlyMs, ageMs)) return "hourly";
  if (reaches(policy.dailyMs, ageMs)) return "daily";
  if (reaches(policy.weeklyMs, ageMs)) return "weekly";
  return "older";
}

/** The number of the hour, day or week (of UTC, since 1970; weeks begin on Thursdays) an instant lies in. */
export function bucketOf(at: WallMs, tier: "hourly" | "daily" | "weekly"): number {
  return Math.floor(at / bucketMs[tier]);
}

/**
 * The instant from which an asked prune counts ages: the last full hour, or minute where the policy keeps
 * less than a day, so that what was looked at is what is removed a little later.
 */
export function planningInstant(now: WallMs, { keepAllMs }: RetentionPolicy): WallMs {
  const step = keepAllMs >= dayMs ? hourMs : minuteMs;
  return (Math.floor(now / step) * step) as WallMs;
}

const bucketMs = { hourly: hourMs, daily: dayMs, weekly: weekMs } as const;

function reaches(tierMs: number | null, ageMs: number): boolean {
  return tierMs === null || ageMs <= tierMs;
}

function orForEver(ms: number): number | null {
  return ms === Number.POSITIVE_INFINITY ? null : ms;
}
