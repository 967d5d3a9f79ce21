/** Runs pieces of work one at a time, in the order in which they were asked for. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Whoever asks hears of a failure; the next in the queue starts all the same. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
