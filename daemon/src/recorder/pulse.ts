import type { MonoMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";

/**
 * Beats for everything that looks at the world from time to time. There is one in a daemon: an alarm
 * for each of them would wake a program that has nothing to do as many times as often.
 */
export class Pulse implements Disposable {
  readonly #clock: Pick<Clock, "alarm" | "mono">;
  readonly #everyMs: number;
  readonly #onBeat: (lateMs: number) => void;
  #look: (() => Promise<void>) | undefined;
  #isLooking = false;
  #alarm: Disposable;

  constructor(
    clock: Pick<Clock, "alarm" | "mono">,
    everyMs: number,
    onBeat: (lateMs: number) => void,
  ) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#onBeat = onBeat;
    this.#alarm = this.#wait();
  }

  [Symbol.dispose](): void {
    this.#alarm[Symbol.dispose]();
  }

  /** With each beat from now on, unless the look before goes on still. It must not fail. */
  lookToo(look: () => Promise<void>): void {
    this.#look = look;
  }

  #wait(): Disposable {
    const due = (this.#clock.mono() + this.#everyMs) as MonoMs;
    return this.#clock.alarm(due, () => {
      const lateMs = this.#clock.mono() - due;
      this.#alarm = this.#wait();
      this.#onBeat(lateMs);
      if (!this.#isLooking) void this.#lookNow();
    });
  }

  async #lookNow(): Promise<void> {
    this.#isLooking = true;
    await this.#look?.();
    this.#isLooking = false;
  }
}
