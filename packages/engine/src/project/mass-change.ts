import {
  type BurstMark,
  type Clock,
  type MassLimits,
  type MonoMs,
  type RelPath,
  StorageError,
  type Timeline,
  type Touch,
  TouchWindow,
  type WallMs,
} from "@unf/core";
import type { Row } from "../capture/recorder.ts";

export interface MassChangePorts {
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly limits: MassLimits;
  /** Rows that will get the next ids. */
  readonly waitingRows: () => number;
}

/** A mass change under way, or the last one. */
interface Current {
  readonly first: Touch;
  readonly isMarkable: boolean;
  /** The last hint that was one of so many, if any was. */
  hintedAt: MonoMs | undefined;
  /** The last hint, or the last row that a sweep recorded. */
  activeAt: MonoMs;
  mark: number | undefined;
  /** The newest row that the mark counts. */
  counted: BurstMark["before"];
}

/**
 * Notices mass changes and marks them. The mark lies before the first change, which may have been
 * captured before anybody could know what it would become. It is written with the first row that
 * comes after it and is not of unf's own doing: a restore is an operation, no mass change.
 */
export class MassChange {
  readonly #ports: MassChangePorts;
  readonly #window: TouchWindow;
  #current: Current | undefined;
  #last: Current | undefined;
  #lastId: BurstMark["before"];
  /** The newest row that no operation of unf wrote. */
  #lastChange: BurstMark["before"];
  #flushedAt = Number.NEGATIVE_INFINITY;
  /** Before the first sweep was through, nobody knows the state before. */
  #hasBase: boolean;

  constructor(ports: MassChangePorts) {
    this.#ports = ports;
    this.#window = new TouchWindow(ports.limits);
    this.#lastId = ports.timeline.facts().lastId ?? 0;
    this.#lastChange = this.#lastId;
    this.#hasBase = this.#lastId !== 0;
  }

  /** The pace of sweeps while a mass change goes on. */
  get pace(): MassLimits | undefined {
    return this.#current === undefined ? undefined : this.#ports.limits;
  }

  /** Now, as the first touch of whatever comes next. */
  now(): Touch {
    const { clock, waitingRows } = this.#ports;
    const before = (this.#lastId + waitingRows()) as BurstMark["before"];
    return { at: clock.mono(), wall: clock.wall(), before };
  }

  /**
   * A hint for the path. True when it is one of so many that it is to be swept, not captured by
   * itself; a save that comes while the rest is silent and still being swept is captured at once.
   */
  noted(path: RelPath): boolean {
    const touch = this.now();
    const current = this.#current;
    const { quietMs } = this.#ports.limits;
    if (current?.hintedAt === undefined || touch.at - current.hintedAt >= quietMs) {
      const first = this.#note(path, touch);
      if (first === undefined) return false;
      this.#begin(first);
    }
    if (this.#current !== undefined) {
      this.#current.hintedAt = touch.at;
      this.#current.activeAt = touch.at;
    }
    return true;
  }

  /** A sweep recorded a change of the path: of files in new directories nobody tells one by one. */
  found(path: RelPath): void {
    const touch = this.now();
    if (this.#current !== undefined) {
      this.#current.activeAt = touch.at;
      return;
    }
    // Its row waits already.
    const before = Math.max(0, touch.before - 1) as BurstMark["before"];
    const first = this.#note(path, { ...touch, before });
    if (first !== undefined) this.#begin(first);
  }

  /** A sweep that began at `first` records so many deletions that they are one mass change. */
  vanished(first: Touch): void {
    if (this.#current === undefined) this.#begin(first);
  }

  /** Rows were committed. */
  committed(rows: readonly Row[]): void {
    for (const { id, snapshot } of rows) {
      if (id === undefined) continue;
      this.#lastId = id;
      if (snapshot.operation === null) this.#lastChange = id;
    }
    this.#markWhenDue();
  }

  /** A sweep of the whole project is through. */
  swept(): void {
    this.#hasBase = true;
  }

  /** Somebody waited for the timeline to be what is on disk, and now it is. */
  flushed(): void {
    this.#extend();
    this.#flushedAt = this.#ports.clock.mono();
  }

  /** It is quiet, and everything that was touched has been swept. */
  end(): void {
    if (this.#current === undefined) return;
    this.#extend();
    this.#last = this.#current;
    this.#current = undefined;
  }

  /**
   * The touch with which a mass change begins or goes on. Shortly after one, few paths are enough: a
   * loaded machine writes the rest of a checkout slowly.
   */
  #note(path: RelPath, touch: Touch): Touch | undefined {
    const first = this.#window.note(path, touch);
    if (first !== undefined) return first;
    const goesOn = this.#current !== undefined || this.#recentAt(touch) !== undefined;
    return goesOn && this.#window.size >= this.#ports.limits.partPathsMin ? touch : undefined;
  }

  /** The last mass change, when what begins now is a part of it. */
  #recentAt(first: Touch): Current | undefined {
    const last = this.#last;
    if (last === undefined) return undefined;
    const { resumeMs, quietMs } = this.#ports.limits;
    // Whoever waited for it to be over may do the next thing at once, and that has a state before it.
    const isWaitedFor = this.#flushedAt >= last.activeAt;
    const until = isWaitedFor ? this.#flushedAt + quietMs : last.activeAt + resumeMs;
    return first.at < until ? last : undefined;
  }

  #begin(first: Touch): void {
    // What falls silent for a moment and goes on is one mass change, with one state before it.
    const last = this.#recentAt(first);
    this.#current ??= {
      ...(last !== undefined
        ? last
        : { first, isMarkable: this.#hasBase, mark: undefined, counted: 0 }),
      hintedAt: undefined,
      activeAt: this.#ports.clock.mono(),
    };
    this.#markWhenDue();
  }

  #extend(): void {
    const { timeline, clock } = this.#ports;
    const current = this.#current;
    if (current?.mark === undefined || current.counted === this.#lastChange) return;
    const { mark } = current;
    this.#orLater(() => {
      timeline.extendBurst(mark, clock.wall());
      current.counted = this.#lastChange;
    });
  }

  #markWhenDue(): void {
    const current = this.#current;
    if (current?.isMarkable !== true || current.mark !== undefined) return;
    const { wall: from, before } = current.first;
    if (this.#lastChange <= before) return;
    const to = Math.max(from, this.#ports.clock.wall()) as WallMs;
    this.#orLater(() => {
      current.mark = this.#ports.timeline.markBurst({ before, from, to });
    });
  }

  /** A store that fails now gets the mark with a later row: the rows themselves are committed. */
  #orLater(write: () => void): void {
    try {
      write();
    } catch (thrown) {
      if (!(thrown instanceof StorageError)) throw thrown;
    }
  }
}
