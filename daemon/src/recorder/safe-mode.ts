import type { MonoMs, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock, Log } from "@unf/core/ports";

export interface SafeModePorts {
  /** The sentinel started the daemon so. */
  readonly isSafe: boolean;
  readonly clock: Pick<Clock, "mono" | "wall">;
  readonly log: Pick<Log, "info">;
}

/**
 * After a crash loop a daemon records and does nothing else. Once it has run well for as long as the
 * sentinel takes to forgive, that ends: should the rest crash it, the count begins anew.
 */
export class SafeMode {
  readonly #ports: SafeModePorts;
  readonly #startedAt: WallMs;
  readonly #until: MonoMs;
  #isOn: boolean;

  constructor(ports: SafeModePorts) {
    this.#ports = ports;
    this.#isOn = ports.isSafe;
    this.#startedAt = ports.clock.wall();
    this.#until = (ports.clock.mono() + limits.sentinel.healthyMs) as MonoMs;
  }

  get isOn(): boolean {
    if (this.#isOn && this.#ports.clock.mono() >= this.#until) {
      this.#isOn = false;
      this.#ports.log.info("safe_mode.ended");
    }
    return this.#isOn;
  }

  /** `undefined` while it is not on. */
  get since(): WallMs | undefined {
    return this.isOn ? this.#startedAt : undefined;
  }
}
