import type { Clock, MonoMs } from "@unf/core";
import type { Recorder, Row } from "./recorder.ts";

/** Commits a recorder's rows when they are due, and counts what was committed. */
export class Committer implements Disposable {
  readonly recorder: Recorder;
  readonly #clock: Clock;
  #alarm: Disposable | undefined;
  #commits = 0;
  #rows = 0;
  #lastCommitAt: MonoMs | undefined;

  constructor(
    clock: Clock,
    openRecorder: (onCommitted: (rows: readonly Row[]) => void) => Recorder,
    onCommitted: (rows: readonly Row[]) => void,
  ) {
    this.#clock = clock;
    this.recorder = openRecorder((rows) => {
      this.#commits += 1;
      this.#rows += rows.length;
      this.#lastCommitAt = clock.mono();
      onCommitted(rows);
    });
  }

  /** Commits that wrote rows. */
  get commits(): number {
    return this.#commits;
  }

  get rows(): number {
    return this.#rows;
  }

  get lastCommitAt(): MonoMs | undefined {
    return this.#lastCommitAt;
  }

  commit(): void {
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
    this.recorder.commit();
  }

  /** Commits now what is due now, and the rest when it is due. */
  schedule(): void {
    if (this.#alarm !== undefined) return;
    const now = this.#clock.mono();
    const due = this.recorder.dueAt(now);
    if (due === undefined) return;
    if (due <= now) this.commit();
    else this.#alarm = this.#clock.alarm(due, () => this.commit());
  }

  [Symbol.dispose](): void {
    this.#alarm?.[Symbol.dispose]();
  }
}
