import type { MonoMs, RelPath } from "@unf/core/base";
import { type MassLimits, type Touch, TouchWindow } from "@unf/core/bursts";
import { limits as all } from "@unf/core/config";
import type { Clock } from "@unf/core/ports";
import type { Recorder } from "../record/recorder.ts";
import type { CaptureContext } from "./capture-context.ts";
import { standsAsRecorded } from "./take-snapshot.ts";

export interface OwnWritesPorts extends Pick<CaptureContext, "fs" | "root"> {
  readonly clock: Clock;
  readonly limits: MassLimits;
  readonly recorder: Pick<Recorder, "waiting" | "head">;
}

/**
 * Hints of what unf itself wrote. They come while an operation runs and for a while after it, and are
 * no change: the operation has recorded what it did. Like others they are looked into one by one while
 * they are few, and swept when they are many.
 */
export class OwnWrites {
  readonly #ports: OwnWritesPorts;
  readonly #limits: MassLimits;
  readonly #window: TouchWindow;
  /** Positive infinity while an operation runs. */
  #until = Number.NEGATIVE_INFINITY;
  /** The last hint that was one of many. */
  #manyAt: MonoMs | undefined;

  constructor(ports: OwnWritesPorts) {
    this.#ports = ports;
    this.#limits = ports.limits;
    this.#window = new TouchWindow(ports.limits);
  }

  /** True while hints of own writes come by the hundreds. */
  get isMany(): boolean {
    return this.#manyAt !== undefined;
  }

  begin(): void {
    this.#until = Number.POSITIVE_INFINITY;
  }

  end(): void {
    this.#until = this.#ports.clock.mono() + all.mass.ownMs;
  }

  /** It is quiet. */
  quiet(): void {
    this.#manyAt = undefined;
    this.#window.clear();
  }

  /** True when the hint is of a write of unf's own, as far as anybody can tell. */
  isOwn(path: RelPath, at: MonoMs): boolean {
    if (at >= this.#until) return false;
    return this.#until === Number.POSITIVE_INFINITY || standsAsRecorded(this.#ports, path);
  }

  /** True when the path is to be swept with many others. */
  noted(path: RelPath, touch: Touch): boolean {
    const goesOn = this.#manyAt !== undefined && touch.at - this.#manyAt < this.#limits.quietMs;
    if (!goesOn && this.#window.note(path, touch) === undefined) return false;
    this.#manyAt = touch.at;
    return true;
  }
}
