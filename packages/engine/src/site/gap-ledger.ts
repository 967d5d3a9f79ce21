import { StorageError, type WallMs } from "@unf/core/base";
import type { Clock, Timeline } from "@unf/core/ports";
import { parseUtc } from "@unf/core/time";
import type { GapReason } from "@unf/core/timeline";

interface KnownGap {
  readonly reason: GapReason;
  readonly from: WallMs;
  to: WallMs;
  /** `undefined` until it could be written: the store itself may be what is missing. */
  id: number | undefined;
  /** Its end is not known yet, so no sweep may close it. */
  isOngoing: boolean;
  /** True while all of it lies before the sweep that is under way, if one is. */
  isTaken?: boolean;
}

/** Lasting reasons: nothing was recorded from their beginning until somebody wrote the end. */
const lasting: readonly GapReason[] = [
  "root_unavailable",
  "disk_full",
  "io_error",
  "watch_limit",
  "watcher_failed",
];

/** Gaps that wait for the sweep of the whole project that will close them. */
export class GapLedger {
  readonly #timeline: Timeline;
  readonly #clock: Clock;
  #known: readonly KnownGap[] = [];
  /** Up to here every instant without a recorder lies in a gap already. */
  #coveredTo = 0;
  /** The gap opened last, while no sweep that will close it has begun. */
  #latest: KnownGap | undefined;

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
    // While a file changed too fast there was a recorder: no sweep has to close that.
    const gaps = this.#timeline.gaps().filter(({ reason }) => reason !== "too_fast");
    const adopted = gaps
      .filter(({ id, closedAt }) => closedAt === null && !known.has(id))
      .map(({ id, reason, from, to }): KnownGap => ({ id, reason, from, to, isOngoing: false }));
    // All are known before the first write: where that fails, its gap continues the one that is here.
    this.#known = [...this.#known, ...adopted];
    this.#coveredTo = Math.max(this.#coveredTo, ...gaps.map((gap) => gap.to));
    for (const gap of adopted) if (lasting.includes(gap.reason)) this.#moveEnd(gap);
  }

  /**
   * A span that is over now, or was at `to`. What an earlier one covers is left out of it, and one
   * of the same reason that goes on is one gap: each span has one row. Kept in mind where the
   * timeline cannot take it now.
   */
  open(reason: GapReason, from: WallMs, until = this.#clock.wall()): void {
    const start = this.#possible(Math.min(from, until) as WallMs);
    const to = Math.max(until, start) as WallMs;
    // A gap that ends later was opened before the clock was set back, and says nothing of this span.
    const isTouched = this.#coveredTo >= start && this.#coveredTo <= to;
    const latest = isTouched ? this.#latest : undefined;
    if (latest?.reason === reason) this.#orOwe(() => this.#moveEnd(latest, to));
    else {
      const rest = isTouched ? (this.#coveredTo as WallMs) : start;
      this.#latest = this.#add({ reason, from: rest, to, id: undefined, isOngoing: false });
    }
    this.#coveredTo = to;
  }

  /** A span that goes on until `end`. One of the same reason that no sweep closed is continued. */
  begin(reason: GapReason, from: WallMs): void {
    const earlier = this.#known.find((gap) => gap.reason === reason);
    const now = this.#clock.wall();
    const start = this.#possible(Math.min(from, now) as WallMs);
    const to = Math.max(now, start) as WallMs;
    // A sweep that began before saw nothing of what follows.
    if (earlier !== undefined) Object.assign(earlier, { isOngoing: true, isTaken: false });
    else this.#add({ reason, from: start, to, id: undefined, isOngoing: true });
  }

  /** The spans of this reason are over now: the next sweep of everything closes them. */
  end(reason: GapReason): void {
    for (const gap of this.#known) {
      if (gap.reason !== reason) continue;
      this.#moveEnd(gap);
      gap.isOngoing = false;
    }
  }

  /** Hints can be relied on (again). */
  endUncertain(): void {
    this.end("watch_limit");
    this.end("watcher_failed");
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

  /** The gaps that a sweep of the whole project which begins now will close. */
  takeUnclosed(): readonly number[] {
    this.write();
    this.#latest = undefined;
    for (const gap of this.#known) gap.isTaken = !gap.isOngoing;
    return this.#known.flatMap(({ id, isOngoing }) => (id === undefined || isOngoing ? [] : [id]));
  }

  /**
   * A sweep that began after `gaps` were opened saw everything: `pathsDiffered` rows came of it. One
   * that has gone on since then stays open.
   */
  close(gaps: readonly number[], pathsDiffered: number): void {
    const at = this.#clock.wall();
    const isSwept = ({ id, isTaken }: KnownGap) =>
      id !== undefined && isTaken === true && gaps.includes(id);
    for (const { id } of this.#known.filter(isSwept))
      if (id !== undefined) this.#timeline.closeGap(id, { at, pathsDiffered });
    this.#known = this.#known.filter((gap) => !isSwept(gap));
  }

  /**
   * Nothing can have been missed before the project was known: an earlier begin comes of a clock that
   * had not been set yet, or of nothing known at all. The gap then begins where knowledge ends.
   */
  #possible(from: WallMs): WallMs {
    try {
      const made = parseUtc(this.#timeline.meta("created_at") ?? "");
      if (made === undefined || from >= made) return from;
      return Math.max(made, this.#timeline.facts().lastAt ?? 0) as WallMs;
    } catch (thrown) {
      if (!(thrown instanceof StorageError)) throw thrown;
      return from;
    }
  }

  #add(gap: KnownGap): KnownGap {
    this.#known = [...this.#known, gap];
    this.#orOwe(() => this.write());
    return gap;
  }

  /**
   * Writes now, or owes what the store cannot take: `isOwing` says so, and the next sweep writes it
   * first.
   */
  #orOwe(write: () => void): void {
    try {
      write();
    } catch (thrown) {
      if (!(thrown instanceof StorageError)) throw thrown;
    }
  }

  #moveEnd(gap: KnownGap, to = this.#clock.wall()): void {
    gap.to = Math.max(gap.to, to) as WallMs;
    if (gap.id !== undefined) this.#timeline.extendGap(gap.id, gap.to);
  }
}
