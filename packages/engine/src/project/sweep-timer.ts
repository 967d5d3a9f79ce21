import type { MonoMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock } from "@unf/core/ports";
import type { ProjectLimits } from "../site/project-ports.ts";

interface WatchFacts {
  readonly isDegraded: boolean;
  readonly sweepEveryMs: number;
}

/** Says when the whole project should be swept although nothing else asked for it. */
export class SweepTimer {
  readonly #clock: Clock;
  readonly #limits: Pick<ProjectLimits, "sweepEveryMs" | "degradedSweepEveryMs">;
  #sweptAt: MonoMs | undefined;
  #tookMs = 0;
  #askedAt: MonoMs | undefined;

  constructor(clock: Clock, every: Pick<ProjectLimits, "sweepEveryMs" | "degradedSweepEveryMs">) {
    this.#clock = clock;
    this.#limits = every;
  }

  get hasSwept(): boolean {
    return this.#sweptAt !== undefined;
  }

  /** A sweep of everything has ended that began then. */
  swept(startedAt: MonoMs): void {
    this.#sweptAt = this.#clock.mono();
    this.#tookMs = this.#sweptAt - startedAt;
    this.#askedAt = undefined;
  }

  /** How often everything is swept. `sweepEveryMs`: what the backend wants. */
  everyMs(watch: WatchFacts): number {
    const { degradedSweepEveryMs, sweepEveryMs } = this.#limits;
    const wanted = Math.min(
      watch.isDegraded ? degradedSweepEveryMs : sweepEveryMs,
      watch.sweepEveryMs,
    );
    // However often it was asked for, sweeping a large tree must leave room for all else. Whole
    // multiples, so that what is said of it does not change with every sweep.
    const least = this.#tookMs / limits.watch.sweepShareMax;
    return wanted * Math.max(1, Math.ceil(least / wanted));
  }

  /** True when a sweep is to be asked for. */
  isDue(watch: WatchFacts): boolean {
    // A sweep that did not come to its end, because the root went away, is asked for again.
    const since = this.#askedAt ?? this.#sweptAt;
    if (since === undefined) return false;
    const now = this.#clock.mono();
    if (now - since < this.everyMs(watch)) return false;
    this.#askedAt = now;
    return true;
  }
}
