import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits until `condition` gives something truthy, and returns it. Throws after `limitMs` (60 s: on a
 * busy machine all takes ten times as long) with `claim`; what the condition threw last is the cause.
 * Never use a plain sleep instead.
 */
export async function until<T>(
  claim: string,
  condition: () => T | Promise<T>,
  { limitMs = 60_000, everyMs = 20 }: { limitMs?: number; everyMs?: number } = {},
): Promise<T & {}> {
  const start = performance.now();
  let cause: unknown;
  for (;;) {
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
    await pause(everyMs);
  }
}
