import type { MonoMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";

const windowMs = 15_000;

/** How late the event loop rang: what a caller waits for at worst. */
export class LagMeter {
  readonly #clock: Pick<Clock, "mono">;
  readonly #late: { readonly at: MonoMs; readonly ms: number }[] = [];

  constructor(clock: Pick<Clock, "mono">) {
    this.#clock = clock;
  }

  /** The worst of the last 15 s. Unit: ms. */
  get worstMs(): number {
    this.#forget();
    return this.#late.reduce((worst, { ms }) => Math.max(worst, ms), 0);
  }

  /** An alarm rang so much after its time. Unit: ms. */
  note(lateMs: number): void {
    this.#late.push({ at: this.#clock.mono(), ms: Math.max(0, Math.round(lateMs)) });
    this.#forget();
  }

  #forget(): void {
    const from = this.#clock.mono() - windowMs;
    while (this.#late[0] !== undefined && this.#late[0].at < from) this.#late.shift();
  }
}
