import type { Clock } from "@unf/core/ports";

/** The same clock, with another way to let everything else have its turn. */
export function breathingBy(clock: Clock, breathe: () => Promise<void>): Clock {
  return {
    wall: () => clock.wall(),
    mono: () => clock.mono(),
    alarm: (at, ring) => clock.alarm(at, ring),
    breathe,
  };
}
