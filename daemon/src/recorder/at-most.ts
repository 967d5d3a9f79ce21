import type { MonoMs } from "@unf/core/base";
import { systemClock } from "@unf/system";

/** Waits for the work, but not longer. */
export async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  using _alarm = systemClock.alarm((systemClock.mono() + ms) as MonoMs, resolve);
  await Promise.race([work, promise]);
}
