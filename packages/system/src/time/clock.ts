import type { MonoMs, WallMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";

/** Longest delay a Node timer holds; a later alarm is set in steps. Unit: ms. */
const longestDelay = 2 ** 31 - 1;

/**
 * The machine's clock. `keepsAlive: false` gives alarms that do not keep an otherwise finished
 * process running.
 */
export function createClock({ keepsAlive }: { readonly keepsAlive: boolean }): Clock {
  return {
    wall: () => Date.now() as WallMs,
    mono: () => performance.now() as MonoMs,
    alarm: (at, ring) => new Alarm(at, ring, keepsAlive),
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

/** The machine's clock, for programs that run until they are told to end. */
export const systemClock: Clock = createClock({ keepsAlive: true });

class Alarm implements Disposable {
  readonly #at: MonoMs;
  readonly #ring: () => void;
  readonly #keepsAlive: boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(at: MonoMs, ring: () => void, keepsAlive: boolean) {
    this.#at = at;
    this.#ring = ring;
    this.#keepsAlive = keepsAlive;
    this.#set();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #set(): void {
    const delay = Math.min(Math.max(Math.ceil(this.#at - performance.now()), 0), longestDelay);
    this.#timer = setTimeout(() => this.#elapsed(), delay);
    if (!this.#keepsAlive) this.#timer.unref();
  }

  #elapsed(): void {
    // Timers count whole milliseconds of the loop's own time and can be early by less than one.
    if (performance.now() < this.#at) this.#set();
    else this.#ring();
  }
}
