import type { Clock } from "@unf/core/ports";

/** Keeps a long loop from holding up everything else. */
export class Slice {
  readonly #clock: Clock;
  readonly #lengthMs: number;
  #end: number;

  constructor(clock: Clock, lengthMs: number) {
    this.#clock = clock;
    this.#lengthMs = lengthMs;
    this.#end = clock.mono() + lengthMs;
  }

  isOver(): boolean {
    return this.#clock.mono() >= this.#end;
  }

  /** Lets everything else have its turn, then begins anew. */
  async next(): Promise<void> {
    await this.#clock.breathe();
    this.#end = this.#clock.mono() + this.#lengthMs;
  }
}
