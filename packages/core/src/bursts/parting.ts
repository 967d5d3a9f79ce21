import type { MonoMs } from "../base/brand.ts";
import type { MassLimits } from "./touch-window.ts";

/** Touches without a silence of `partMs` between them. */
interface Stretch {
  /** False of what followed the mass change without a silence: that is its end. */
  readonly isAlone: boolean;
  readonly paths: Set<string>;
  lastAt: MonoMs;
}

/**
 * Tells whether something of its own happened since a mass change: a few paths, touched with a silence
 * before and after them, as by a hand that saves. What follows then has a state before it that holds
 * that save, and is no part of the mass change.
 */
export class Parting {
  readonly #limits: Pick<MassLimits, "partMs" | "partPathsMin">;
  #stretch: Stretch;
  #isParted = false;

  /** `since`: when the mass change was last heard of. */
  constructor(since: MonoMs, limits: Pick<MassLimits, "partMs" | "partPathsMin">) {
    this.#limits = limits;
    this.#stretch = { isAlone: false, paths: new Set(), lastAt: since };
  }

  /** Notes a touch, and tells whether the mass change is parted from it. */
  note(path: string, at: MonoMs): boolean {
    const { partMs, partPathsMin } = this.#limits;
    if (at - this.#stretch.lastAt >= partMs) {
      const { isAlone, paths } = this.#stretch;
      this.#isParted ||= isAlone && paths.size < partPathsMin;
      this.#stretch = { isAlone: true, paths: new Set(), lastAt: at };
    }
    if (this.#stretch.paths.size < partPathsMin) this.#stretch.paths.add(path);
    this.#stretch.lastAt = at;
    return this.#isParted;
  }
}
