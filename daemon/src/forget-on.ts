import { limits, type MonoMs } from "@unf/core";
import { systemClock } from "@unf/system";
import { carryOnAll } from "@unf/wiring/recorder";
import type { Daemon } from "./daemon.ts";

/** Carries on with orders to forget that a crash cut off, or somebody's reading held up. */
export class ForgetOn {
  readonly #daemon: Daemon;
  #triedAt = systemClock.mono();

  constructor(daemon: Daemon) {
    this.#daemon = daemon;
  }

  /** Before anything else is recorded, or shown. */
  async start(): Promise<void> {
    const { world, projects, safeMode } = this.#daemon;
    if (!safeMode) await carryOnAll(world, projects);
  }

  /** To be called now and then; does something only when the last time is long ago. */
  async check(): Promise<void> {
    const now = systemClock.mono();
    if (now - this.#triedAt < limits.forget.againMs || this.#daemon.safeMode) return;
    this.#triedAt = now as MonoMs;
    const { world, projects, aside, collecting } = this.#daemon;
    await aside.run(async () => {
      const outcome = await collecting.run(() => carryOnAll(world, projects));
      // What was closed for it is opened again.
      if (outcome !== "none") await this.#daemon.reconcile({});
    });
  }
}
