/** Runs works one after the other, in the order in which they come. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  run(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work);
    return this.#last;
  }
}
