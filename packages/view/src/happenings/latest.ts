/** Lets only the answer to the newest question through: one that was asked earlier and comes later is nobody's. */
export class Latest {
  #newest = 0;

  /** Begins a question; the function says whether its answer is still wanted. */
  begin(): () => boolean {
    this.#newest += 1;
    const mine = this.#newest;
    return () => mine === this.#newest;
  }
}
