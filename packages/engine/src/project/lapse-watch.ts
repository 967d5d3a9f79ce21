import type { MonoMs } from "@unf/core/base";
import { type ClockReading, decideLapse, type Lapse, type LapseLimits } from "@unf/core/bursts";
import type { Clock } from "@unf/core/ports";

/** Reads both clocks once a beat, and tells when the process stood still or the wall clock jumped. */
export class LapseWatch implements Disposable {
  readonly #clock: Clock;
  readonly #limits: LapseLimits;
  readonly #onLapse: (lapse: Lapse) => void;
  #last: ClockReading;
  #alarm: Disposable;

  constructor(clock: Clock, limits: LapseLimits, onLapse: (lapse: Lapse) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onLapse = onLapse;
    this.#last = this.#read();
    this.#alarm = this.#wait();
  }

  [Symbol.dispose](): void {
    this.#alarm[Symbol.dispose]();
  }

  #wait(): Disposable {
    return this.#clock.alarm((this.#last.mono + this.#limits.beatMs) as MonoMs, () => {
      const now = this.#read();
      const lapse = decideLapse(this.#last, now, this.#limits);
      this.#last = now;
      this.#alarm = this.#wait();
      if (lapse !== undefined) this.#onLapse(lapse);
    });
  }

  #read(): ClockReading {
    return { wall: this.#clock.wall(), mono: this.#clock.mono() };
  }
}
