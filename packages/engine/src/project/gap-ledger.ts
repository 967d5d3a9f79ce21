import type { Clock, GapReason, Timeline, WallMs } from "@unf/core";

/** Gaps that wait for the sweep of the whole project that will close them. */
export class GapLedger {
  readonly #timeline: Timeline;
  readonly #clock: Clock;
  #open: readonly number[] = [];

  constructor(timeline: Timeline, clock: Clock) {
    this.#timeline = timeline;
    this.#clock = clock;
  }

  /** The gaps that a sweep which begins now will close. */
  get unclosed(): readonly number[] {
    return this.#open;
  }

  /** Also takes charge of gaps that an earlier recorder opened and never closed. */
  adoptUnclosed(): void {
    const unclosed = this.#timeline.gaps().filter((gap) => gap.closedAt === null);
    this.#open = unclosed.map((gap) => gap.id);
  }

  open(reason: GapReason, from: WallMs): void {
    const to = this.#clock.wall();
    const id = this.#timeline.openGap({ from: Math.min(from, to) as WallMs, to, reason });
    this.#open = [...this.#open, id];
  }

  /** A sweep that began after `gaps` were opened saw everything: `pathsDiffered` rows came of it. */
  close(gaps: readonly number[], pathsDiffered: number): void {
    const at = this.#clock.wall();
    for (const id of gaps) this.#timeline.closeGap(id, { at, pathsDiffered });
    this.#open = this.#open.filter((id) => !gaps.includes(id));
  }
}
