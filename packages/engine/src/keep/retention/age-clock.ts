import type { MonoMs, WallMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";
import { agesFrom, stepAgeClock } from "@unf/core/retention";

/** The clock by which history thins by itself. It follows the wall clock, and no faster than it may. */
export class AgeClock {
  readonly #clock: Clock;
  #countedTo: WallMs;
  #readAt: MonoMs;

  /** `countedTo`: what an earlier one was left at. */
  constructor(clock: Clock, countedTo: WallMs) {
    this.#clock = clock;
    this.#countedTo = countedTo;
    this.#readAt = clock.mono();
  }

  /** To be left to the next one. */
  get countedTo(): WallMs {
    return this.#countedTo;
  }

  /** From when ages are counted. To be called now and then: a wrong clock counts only since the last call. */
  now(): WallMs {
    const mono = this.#clock.mono();
    const wall = this.#clock.wall();
    this.#countedTo = stepAgeClock(this.#countedTo, wall, mono - this.#readAt);
    this.#readAt = mono;
    return agesFrom(this.#countedTo, wall);
  }
}
