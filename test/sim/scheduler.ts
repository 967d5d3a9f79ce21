import type { Random } from "../engine/random.ts";

/**
 * Holds every place where the recorder waits, and lets one of them go on when the seed says so. The
 * event loop decides nothing: a seed plays the same story every time.
 */
export class Scheduler {
  readonly #random: Random;
  #held: (() => void)[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  get waiting(): number {
    return this.#held.length;
  }

  /** Waits until the scheduler picks it. */
  hold(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  /** Lets one of those that wait go on; false when none does. */
  resumeOne(): boolean {
    if (this.#held.length === 0) return false;
    const [go] = this.#held.splice(this.#random.below(this.#held.length), 1);
    go?.();
    return true;
  }

  /** Forgets all that wait: their process has died, and nothing after their `await` ever runs. */
  drop(): void {
    this.#held = [];
  }

  /** Lets everything run that waits for nothing. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
