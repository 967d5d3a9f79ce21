import { type Clock, type GapReason, StorageError, type Timeline, type WallMs } from "@unf/core";

interface KnownGap {
  readonly reason: GapReason;
  readonly from: WallMs;
  to: WallMs;
  /** `undefined` until it could be written: the store itself may be what is missing. */
  id: number | undefined;
  /** Its end is not known yet, so no sweep may close it. */
  isOngoing: boolean;
}

/** What lasts: nothing was recorded from their beginning until somebody wrote the end. */
const lasting: readonly GapReason[] = ["root_unavailable", "disk_full", "io_error"];

/** Gaps that wait for the sweep of the whole project that will close them. */
export class GapLedger {
  readonly #timeline: Timeline;
  readonly #clock: Clock;
  #known: readonly KnownGap[] = [];

  constructor(timeline: Timeline, clock: Clock) {
    this.#timeline = timeline;
    this.#clock = clock;
  }

  /** Gaps that no sweep has closed, those not written yet included. */
  get count(): number {
    return this.#known.length;
  }

  /** True while a gap is known only here, and would be forgotten in a crash. */
  get isOwing(): boolean {
    return this.#known.some(({ id }) => id === undefined);
  }

  /** Also takes charge of gaps that an earlier recorder opened and never closed. */
  adoptUnclosed(): void {
    const known = new Set(this.#known.map(({ id }) => id));
    const unclosed = this.#timeline.gaps().filter((gap) => gap.closedAt === null);
    for (const { id, reason, from, to } of unclosed) {
      if (known.has(id)) continue;
      const gap: KnownGap = { id, reason, from, to, isOngoing: false };
      this.#known = [...this.#known, gap];
      if (lasting.includes(reason)) this.#moveEnd(gap);
    }
  }

  /** A span that is over. Kept in mind where the timeline cannot take it now. */
  open(reason: GapReason, from: WallMs): void {
    this.#add(reason, from, false);
  }

  /** A span that goes on until `end`. One of the same reason that no sweep closed is continued. */
  begin(reason: GapReason, from: WallMs): void {
    const earlier = this.#known.find((gap) => gap.reason === reason);
    if (earlier === undefined) this.#add(reason, from, true);
    else earlier.isOngoing = true;
  }

  /** The spans of this reason are over now: the next sweep of everything closes them. */
  end(reason: GapReason): void {
    for (const gap of this.#known) {
      if (gap.reason !== reason || !gap.isOngoing) continue;
      this.#moveEnd(gap);
      gap.isOngoing = false;
    }
  }

  /** The recorder ends: of what still lasts the timeline learns how long it lasted at least. */
  leave(): void {
    for (const gap of this.#known) if (gap.isOngoing) this.#moveEnd(gap);
    this.write();
  }

  /** Writes what could not be written before. Throws when it still cannot be. */
  write(): void {
    for (const gap of this.#known) gap.id ??= this.#timeline.openGap(gap);
  }

  /** The gaps that a sweep which begins now will close. */
  takeUnclosed(): readonly number[] {
    this.write();
    return this.#known.flatMap(({ id, isOngoing }) => (id === undefined || isOngoing ? [] : [id]));
  }

  /** A sweep that began after `gaps` were opened saw everything: `pathsDiffered` rows came of it. */
  close(gaps: readonly number[], pathsDiffered: number): void {
    const at = this.#clock.wall();
    for (const id of gaps) this.#timeline.closeGap(id, { at, pathsDiffered });
    this.#known = this.#known.filter(({ id }) => id === undefined || !gaps.includes(id));
  }

  #add(reason: GapReason, from: WallMs, isOngoing: boolean): void {
    const to = this.#clock.wall();
    const gap = { reason, from: Math.min(from, to) as WallMs, to, id: undefined, isOngoing };
    this.#known = [...this.#known, gap];
    try {
      this.write();
    } catch (thrown) {
      // It stays owed: `isOwing` says so, and the next sweep writes it first.
      if (!(thrown instanceof StorageError)) throw thrown;
    }
  }

  #moveEnd(gap: KnownGap): void {
    gap.to = Math.max(gap.to, this.#clock.wall()) as WallMs;
    if (gap.id !== undefined) this.#timeline.extendGap(gap.id, gap.to);
  }
}
