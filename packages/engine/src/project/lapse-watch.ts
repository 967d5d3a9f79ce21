import { type ClockReading, decideLapse, type Lapse, type LapseLimits } from "@unf/core/bursts";
import type { Clock } from "@unf/core/ports";

/** Compares both clocks once a beat, and tells when the process stood still or the wall clock jumped. */
export class LapseWatch {
  readonly #clock: Pick<Clock, "wall" | "mono">;
  readonly #limits: LapseLimits;
  readonly #onLapse: (lapse: Lapse) => void;
  #last: ClockReading;

  constructor(
    clock: Pick<Clock, "wall" | "mono">,
    limits: LapseLimits,
    onLapse: (lapse: Lapse) => void,
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onLapse = onLapse;
    this.#last = this.#read();
  }

  /** To be called `beatMs` after the last call, or later where the process did not run. */
  beat(): void {
    const now = this.#read();
    const lapse = decideLapse(this.#last, now, this.#limits);
    this.#last = now;
    if (lapse !== undefined) this.#onLapse(lapse);
  }

  #read(): ClockReading {
    return { wall: this.#clock.wall(), mono: this.#clock.mono() };
  }
}
