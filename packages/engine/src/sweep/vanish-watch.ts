import type { MonoMs } from "@unf/core/base";
import { decideDeletions, type VanishFacts, type VanishLimits } from "@unf/core/bursts";
import type { Clock } from "@unf/core/ports";

/** Remembers that many files were missing, and asks for another look once they had time to come back. */
export class VanishWatch implements Disposable {
  readonly limits: VanishLimits;
  readonly #clock: Clock;
  readonly #lookAgain: () => void;
  #missingSince: MonoMs | undefined;
  #alarm: Disposable | undefined;

  constructor(clock: Clock, limits: VanishLimits, lookAgain: () => void) {
    this.#clock = clock;
    this.limits = limits;
    this.#lookAgain = lookAgain;
  }

  decide(facts: Pick<VanishFacts, "isBarrier" | "wasReported">): "record" | "hold" {
    const missingSince = this.#missingSince;
    return decideDeletions({ ...facts, missingSince, now: this.#clock.mono() }, this.limits);
  }

  /** A sweep held deletions back. */
  held(): void {
    if (this.#missingSince !== undefined) return;
    this.#missingSince = this.#clock.mono();
    const again = (this.#missingSince + this.limits.waitMs) as MonoMs;
    this.#alarm = this.#clock.alarm(again, this.#lookAgain);
  }

  /** A sweep of the whole project held nothing back. */
  passed(): void {
    this[Symbol.dispose]();
    this.#missingSince = undefined;
  }

  [Symbol.dispose](): void {
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
  }
}
