/** Runs works of one name one after the other, those of different names beside each other. */
export class SessionQueues {
  readonly #last = new Map<string, Promise<void>>();
  #waiting = 0;

  /** Works that are not done. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when the work is done, which must not fail. */
  push(name: string, work: () => Promise<void>): Promise<void> {
    this.#waiting += 1;
    const before = this.#last.get(name);
    const done = (before === undefined ? work() : before.then(work)).then(() => {
      this.#waiting -= 1;
      if (this.#last.get(name) === done) this.#last.delete(name);
    });
    this.#last.set(name, done);
    return done;
  }

  /** Resolves when everything that waits now is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
