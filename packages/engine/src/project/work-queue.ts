/** Runs pieces of work one at a time, in the order in which they were asked for. */
export class WorkQueue {
  readonly #onFailure: (thrown: unknown) => void;
  #last: Promise<unknown> = Promise.resolve();

  /** `onFailure` hears of every failure before whoever asked does. */
  constructor(onFailure: (thrown: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Whoever asks hears of a failure; the next in the queue starts all the same. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work).catch((thrown: unknown) => {
      this.#onFailure(thrown);
      throw thrown;
    });
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
