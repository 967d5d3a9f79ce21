import type { MonoMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";

const probeMs = 1000;
const windowMs = 15_000;

/** Measures how late the event loop rings its alarms: what a caller waits for at worst. */
export class LagMeter implements Disposable {
  readonly #clock: Clock;
  readonly #late: { readonly at: MonoMs; readonly ms: number }[] = [];
  #alarm: Disposable | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#probe();
  }

  /** The worst of the last 15 s. Unit: ms. */
  get worstMs(): number {
    this.#forget();
    return this.#late.reduce((worst, { ms }) => Math.max(worst, ms), 0);
  }

  [Symbol.dispose](): void {
    this.#alarm?.[Symbol.dispose]();
  }

  #probe(): void {
    const due = (this.#clock.mono() + probeMs) as MonoMs;
    this.#alarm = this.#clock.alarm(due, () => {
      const at = this.#clock.mono();
      this.#late.push({ at, ms: Math.max(0, Math.round(at - due)) });
      this.#forget();
      this.#probe();
    });
  }

  #forget(): void {
    const from = this.#clock.mono() - windowMs;
    while (this.#late[0] !== undefined && this.#late[0].at < from) this.#late.shift();
  }
}
