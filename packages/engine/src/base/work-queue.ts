/** Runs pieces of work one at a time, in the order in which they were asked for. */
export class WorkQueue {
  readonly #onFailure: (thrown: unknown) => void;
  #last: Promise<unknown> = Promise.resolve();
  #pending = 0;

  /** `onFailure` hears of every failure before whoever asked does. */
  constructor(onFailure: (thrown: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** True while nothing is worked on and nothing waits. */
  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** The caller learns of a failure; the next in the queue starts all the same. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#pending += 1;
    const result = this.#last.then(work).catch((thrown: unknown) => {
      this.#onFailure(thrown);
      throw thrown;
    });
    const end = () => {
      this.#pending -= 1;
    };
    this.#last = result.then(end, end);
    return result;
  }
}
