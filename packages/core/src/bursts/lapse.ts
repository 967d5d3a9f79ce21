import type { MonoMs, WallMs } from "../base/brand.ts";
import type { GapReason } from "../timeline/gap.ts";

/** Both clocks, read at one instant. */
export interface ClockReading {
  readonly wall: WallMs;
  readonly mono: MonoMs;
}

/** Reasons in `config/limits.ts`. */
export interface LapseLimits {
  /** Planned time between two readings. Unit: ms. */
  readonly beatMs: number;
  /** A reading this much later than planned means that the process stood still. Unit: ms. */
  readonly lateMs: number;
  /** The wall clock went this much further or less far than the monotonic one. Unit: ms. */
  readonly jumpMs: number;
}

/** A span in which the recorder did not run, or of which the wall clock does not tell the truth. */
export interface Lapse {
  readonly reason: Extract<GapReason, "daemon_away" | "clock_jump">;
  readonly from: WallMs;
  readonly to: WallMs;
}

/**
 * Decides what two readings in a row say. The monotonic clock goes on while a process is stopped
 * and stands still while the machine sleeps; the wall clock goes on through both and may be set.
 */
export function decideLapse(
  before: ClockReading,
  now: ClockReading,
  { beatMs, lateMs, jumpMs }: LapseLimits,
): Lapse | undefined {
  const passedMs = now.mono - before.mono;
  const jumpedMs = now.wall - before.wall - passedMs;
  const from = Math.min(before.wall, now.wall) as WallMs;
  const to = Math.max(before.wall, now.wall) as WallMs;
  if (Math.abs(jumpedMs) > jumpMs) return { reason: "clock_jump", from, to };
  return passedMs - beatMs > lateMs ? { reason: "daemon_away", from, to } : undefined;
}
