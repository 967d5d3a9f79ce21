/** Says when nothing was asked for a while after something was. */
export class Rest {
  #isDue = false;
  #isQuiet = false;

  /** Something was asked. */
  see(): void {
    this.#isDue = true;
    this.#isQuiet = false;
  }

  /** True once, at the second look in a row between which nothing was asked. */
  look(): boolean {
    const isRest = this.#isDue && this.#isQuiet;
    this.#isQuiet = true;
    if (isRest) this.#isDue = false;
    return isRest;
  }
}
