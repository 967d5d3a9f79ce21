import type { MonoMs, SnapshotId, WallMs } from "../base/brand.ts";

/** Limits by which many changes are one mass change. Reasons in `config/limits.ts`. */
export interface MassLimits {
  /** Distinct paths touched within `windowMs`. */
  readonly pathsMin: number;
  readonly windowMs: number;
  /** Silence that parts what came before from the mass change. Unit: ms. */
  readonly pauseMs: number;
  /** Touches before such a silence belong to it all the same when they are of this many paths. */
  readonly partPathsMin: number;
  /** A mass change that goes on within this time is one … */
  readonly resumeMs: number;
  /** … unless fewer than `partPathsMin` paths were touched in between, with such a silence on both sides. */
  readonly partMs: number;
  /** Silence after which what was touched is swept. Unit: ms. */
  readonly quietMs: number;
  /** Longest what was touched waits for that silence. Unit: ms. */
  readonly sweepEveryMs: number;
}

/** A touch of a path: when, and the newest row recorded by then. */
export interface Touch {
  readonly at: MonoMs;
  readonly wall: WallMs;
  readonly before: SnapshotId | 0;
}

/** A path's touches without a pause between them. */
interface Run {
  readonly first: Touch;
  readonly lastAt: MonoMs;
}

/**
 * The paths touched within the last second. Many writes to few files are no mass change, whatever
 * their number. Never holds more than `pathsMin` paths.
 */
export class TouchWindow {
  readonly #limits: MassLimits;
  /** In the order of their last touches. */
  readonly #runs = new Map<string, Run>();

  constructor(limits: MassLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#runs.size;
  }

  /** Gives the first touch of the mass change once `touch` makes it one, and begins anew. */
  note(path: string, touch: Touch): Touch | undefined {
    const { pathsMin, pauseMs, windowMs } = this.#limits;
    const known = this.#runs.get(path);
    const goesOn = known !== undefined && touch.at - known.lastAt < pauseMs;
    this.#runs.delete(path);
    this.#runs.set(path, { first: goesOn ? known.first : touch, lastAt: touch.at });
    for (const [old, { lastAt }] of this.#runs) {
      if (touch.at - lastAt < windowMs) break;
      this.#runs.delete(old);
    }
    if (this.#runs.size < pathsMin) return undefined;
    const firsts = [...this.#runs.values()].map(({ first }) => first);
    this.#runs.clear();
    return decideBeginning(firsts, touch, this.#limits);
  }

  clear(): void {
    this.#runs.clear();
  }
}

/**
 * Decides with which of the first touches a mass change began. A file saved a moment before a
 * checkout is not part of it: the state before the checkout must hold that save.
 */
function decideBeginning(
  firsts: readonly Touch[],
  now: Touch,
  { pauseMs, partPathsMin, windowMs }: MassLimits,
): Touch {
  // A path written to without end for longer than the window is a hot file, no beginning.
  const recent = firsts.filter(({ at }) => now.at - at < windowMs).sort((a, b) => a.at - b.at);
  let start = 0;
  for (let end = 1; end <= recent.length; end += 1) {
    const isEnd = end === recent.length || gap(recent, end) >= pauseMs;
    if (!isEnd) continue;
    if (end - start >= partPathsMin) break;
    if (end < recent.length) start = end;
  }
  return recent[start] ?? now;
}

/** Time between a touch and the one before it. */
function gap(touches: readonly Touch[], index: number): number {
  return (touches[index]?.at ?? 0) - (touches[index - 1]?.at ?? 0);
}
