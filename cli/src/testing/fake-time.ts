import type { WallMs } from "@unf/core/base";
import type { EndSignal, World } from "../frame/world/world.ts";

/** 2026-11-20T13:32:07.000Z. */
export const fakeNow = Date.UTC(2026, 10, 20, 13, 32, 7) as WallMs;

/** Signals of a test, and how long things take in it. */
export interface TimeSetup {
  /** The signal that asks to end. */
  readonly endAsked?: Promise<EndSignal>;
  /** The home gives no answer any more, and a signal comes. */
  readonly isStuck?: boolean;
  /** Every look at the clock takes long, and a signal comes. */
  readonly isSlow?: boolean;
}

type Time = "now" | "pause" | "every" | "interrupted" | "endAsked" | "onEndAsked";

/** Time stands still, unless it is slow. */
export function fakeTime({
  endAsked,
  isStuck = false,
  isSlow = false,
}: TimeSetup): Pick<World, Time> {
  const asked = isStuck || isSlow ? Promise.resolve("SIGINT" as const) : endAsked;
  let looks = 0;
  return {
    now: () => {
      looks += 1;
      return (isSlow ? fakeNow + looks * 100 : fakeNow) as WallMs;
    },
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    every: (_ms, ring) => {
      if (isStuck) setImmediate(ring);
      return { [Symbol.dispose]: () => undefined };
    },
    interrupted: () => new Promise(() => undefined),
    endAsked: () => asked ?? new Promise(() => undefined),
    onEndAsked: (tell) => {
      let isHeard = true;
      void asked?.then((signal) => isHeard && tell(signal));
      return {
        [Symbol.dispose]: () => {
          isHeard = false;
        },
      };
    },
  };
}

/** Opens what a command reads, unless that is stuck. */
export function openWiring<T>({ isStuck = false }: TimeSetup, open: () => T): () => Promise<T> {
  let opened = 0;
  return async () => {
    opened += 1;
    // The first is asked whether anybody changed the settings, before the command begins.
    return isStuck && opened > 1 ? new Promise(() => undefined) : open();
  };
}
