import { type MonoMs, type RelPath, StorageError, type WallMs } from "@unf/core/base";
import { type MassLimits, Parting, type Touch, TouchWindow } from "@unf/core/bursts";
import type { Timeline } from "@unf/core/ports";
import type { BurstMark } from "@unf/core/timeline";
import { OwnWrites, type OwnWritesPorts } from "../capture/own-writes.ts";
import type { Row } from "../record/recorder.ts";

export interface MassChangePorts extends OwnWritesPorts {
  readonly timeline: Timeline;
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

/** The last mass change, as long as what comes next may be a part of it. */
interface Last {
  readonly change: Current;
  readonly parting: Parting;
}

/**
 * Notices mass changes and marks them. The mark lies before the first change, which may have been
 * captured before anybody could know what it would become. It is written with the first row that
 * comes after it and is not of unf's own doing: a restore is an operation, no mass change, and no
 * mass change reaches across one.
 */
export class MassChange {
  readonly #ports: MassChangePorts;
  readonly #window: TouchWindow;
  #current: Current | undefined;
  #last: Last | undefined;
  readonly #own: OwnWrites;
  #lastId: BurstMark["before"];
  /** The newest row that no operation of unf wrote. */
  #lastChange: BurstMark["before"];
  #flushedAt = Number.NEGATIVE_INFINITY;
  /** Before the first sweep was through, nobody knows the state before. */
  #hasBase: boolean;

  constructor(ports: MassChangePorts) {
    this.#ports = ports;
    this.#window = new TouchWindow(ports.limits);
    this.#own = new OwnWrites(ports);
    this.#lastId = ports.timeline.facts().lastId ?? 0;
    this.#lastChange = this.#lastId;
    this.#hasBase = this.#lastId !== 0;
  }

  /** The pace of sweeps while a mass change goes on, or hints of many writes of unf's own arrive. */
  get pace(): MassLimits | undefined {
    return this.#current === undefined && !this.#own.isMany ? undefined : this.#ports.limits;
  }

  /** Now, as the first touch of whatever comes next. */
  now(): Touch {
    const { clock, recorder } = this.#ports;
    // Rows that wait will get the next ids.
    const before = (this.#lastId + recorder.waiting) as BurstMark["before"];
    return { at: clock.mono(), wall: clock.wall(), before };
  }

  /**
   * A hint for the path. True when it is one of so many that it is to be swept, not captured by
   * itself; a save that comes while the rest is silent and still being swept is captured at once.
   */
  noted(path: RelPath): boolean {
    const touch = this.now();
    if (this.#own.isOwn(path, touch.at)) return this.#own.noted(path, touch);
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

  /**
   * An operation of unf begins to change the project. Whatever mass change went on until then is over:
   * what comes after the operation has a state before it.
   */
  operates(): void {
    this.#close();
    this.#own.begin();
  }

  /** The operation is through; hints of what it wrote may come for a while. */
  operated(): void {
    this.#close();
    this.#own.end();
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
    this.#own.quiet();
    const change = this.#current;
    if (change === undefined) return;
    this.#extend();
    this.#last = { change, parting: new Parting(change.activeAt, this.#ports.limits) };
    this.#current = undefined;
  }

  #close(): void {
    this.end();
    this.#last = undefined;
    this.#window.clear();
  }

  /**
   * The touch with which a mass change begins or goes on. Shortly after one, few paths are enough: a
   * loaded machine writes the rest of a checkout slowly.
   */
  #note(path: RelPath, touch: Touch): Touch | undefined {
    if (this.#last?.parting.note(path, touch.at) === true) this.#last = undefined;
    const first = this.#window.note(path, touch);
    if (first !== undefined) return first;
    const goesOn = this.#current !== undefined || this.#recentAt(touch) !== undefined;
    return goesOn && this.#window.size >= this.#ports.limits.partPathsMin ? touch : undefined;
  }

  /** The last mass change, when what begins now is a part of it. */
  #recentAt(first: Touch): Current | undefined {
    const last = this.#last?.change;
    if (last === undefined) return undefined;
    const { resumeMs, quietMs } = this.#ports.limits;
    // A program that waited for it to be over may do the next thing at once, and that has a state
    // before it.
    const isWaitedFor = this.#flushedAt >= last.activeAt;
    const waited = isWaitedFor ? this.#flushedAt + quietMs : Number.POSITIVE_INFINITY;
    return first.at < Math.min(last.activeAt + resumeMs, waited) ? last : undefined;
  }

  #begin(first: Touch): void {
    // A change that falls silent for a moment and goes on is one mass change, with one state before
    // it.
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
