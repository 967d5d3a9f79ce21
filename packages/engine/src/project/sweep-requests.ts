import { type Clock, isWithin, type MonoMs, type RelPath } from "@unf/core";

/** Requests gather this long, so that `mkdir -p a/b/c` and a copy of a tree are one sweep. */
const gatherMs = 30;

/** More scattered requests than this are one sweep of the whole project. */
const requestsMax = 64;

/** Subtrees in doubt, gathered and swept from the top: a directory covers everything below it. */
export class SweepRequests implements Disposable {
  readonly #clock: Clock;
  readonly #sweep: (within: RelPath) => void;
  readonly #waiting = new Set<RelPath>();
  #alarm: Disposable | undefined;

  constructor(clock: Clock, sweep: (within: RelPath) => void) {
    this.#clock = clock;
    this.#sweep = sweep;
  }

  add(within: RelPath): void {
    this.#waiting.add(within);
    if (this.#waiting.size > requestsMax) {
      this.#waiting.clear();
      this.#waiting.add("" as RelPath);
    }
    this.#alarm ??= this.#clock.alarm((this.#clock.mono() + gatherMs) as MonoMs, () =>
      this.release(),
    );
  }

  /** Hands out what waits now. */
  release(): void {
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
    const tops = planTops([...this.#waiting]);
    this.#waiting.clear();
    for (const within of tops) this.#sweep(within);
  }

  [Symbol.dispose](): void {
    this.#alarm?.[Symbol.dispose]();
    this.#waiting.clear();
  }
}

/** The paths that no other of the list contains. */
function planTops(paths: readonly RelPath[]): RelPath[] {
  const shortFirst = [...paths].sort((a, b) => a.length - b.length);
  const tops: RelPath[] = [];
  for (const path of shortFirst) {
    if (!tops.some((top) => isWithin(top, path))) tops.push(path);
  }
  return tops;
}
