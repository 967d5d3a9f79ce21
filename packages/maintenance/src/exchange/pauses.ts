import { limits } from "@unf/core/config";
import type { Clock } from "@unf/core/ports";

/** Lets sockets and watchers have their turn whenever a slice of work is over. */
export class Pauses {
  readonly #clock: Clock;
  #until: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#until = clock.mono() + limits.daemon.sliceMs;
  }

  async pause(): Promise<void> {
    if (this.#clock.mono() < this.#until) return;
    await this.#clock.breathe();
    this.#until = this.#clock.mono() + limits.daemon.sliceMs;
  }

  /** Runs the steps to their end, with pauses between them. */
  async during<R>(steps: Iterator<unknown, R>): Promise<R> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      await this.pause();
    }
  }
}
