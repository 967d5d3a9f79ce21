import type { Clock } from "@unf/core/ports";

/** A clock whose alarms hand what they throw to `onThrown`, because nobody else is there to hear it. */
export function guardAlarms(clock: Clock, onThrown: (thrown: unknown) => void): Clock {
  return {
    wall: () => clock.wall(),
    mono: () => clock.mono(),
    breathe: () => clock.breathe(),
    alarm: (at, ring) =>
      clock.alarm(at, () => {
        try {
          ring();
        } catch (thrown) {
          onThrown(thrown);
        }
      }),
  };
}
