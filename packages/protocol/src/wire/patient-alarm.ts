import type { MonoMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";

/**
 * Runs `ring` once after `ms`, when what had come by then has been heard; disposing cancels. A process
 * that stood still finds its alarms due before it reads what has long been waiting for it.
 */
export function patientAlarm(clock: Clock, ms: number, ring: () => void): Disposable {
  let isOver = false;
  const ringOnceHeard = async (): Promise<void> => {
    await clock.breathe();
    if (!isOver) ring();
  };
  const alarm = clock.alarm((clock.mono() + ms) as MonoMs, () => void ringOnceHeard());
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      alarm[Symbol.dispose]();
    },
  };
}
