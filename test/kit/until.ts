import { setTimeout as pause } from "node:timers/promises";

/** After a condition that took long. */
const restMsMax = 500;

/**
 * Waits until `condition` gives something truthy, and returns it. Throws after `limitMs` (60 s: on a
 * busy machine all takes ten times as long) with `claim`; what the condition threw last is the cause.
 * Never use a plain sleep instead. A condition that takes long, because it runs a program, is asked
 * less often: else tests beside each other keep the machine from what they wait for.
 */
export async function until<T>(
  claim: string,
  condition: () => T | Promise<T>,
  { limitMs = 60_000, everyMs = 20 }: { limitMs?: number; everyMs?: number } = {},
): Promise<T & {}> {
  const start = performance.now();
  let cause: unknown;
  for (;;) {
    const asked = performance.now();
    try {
      const value = await condition();
      if (value) return value;
      cause = undefined;
    } catch (thrown) {
      cause = thrown;
    }
    if (performance.now() - start >= limitMs) {
      throw new Error(`not so within ${limitMs} ms: ${claim}`, { cause });
    }
    const restMs = Math.min(2 * (performance.now() - asked), restMsMax);
    await pause(Math.max(everyMs, restMs));
  }
}
