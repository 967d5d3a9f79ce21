/** Says when nobody has looked for so long that the server may end. Units: ms. */
export class Idle {
  readonly #endAfter: number;
  #seenAt: number;

  constructor(endAfter: number, now: number) {
    this.#endAfter = endAfter;
    this.#seenAt = now;
  }

  /** Somebody asked for something. */
  see(now: number): void {
    this.#seenAt = now;
  }

  /** True where it is time to end. `pages`: how many listen. */
  look(pages: number, now: number): boolean {
    // A clock that was set back begins the wait anew: it must not take hours longer.
    if (pages > 0 || now < this.#seenAt) this.#seenAt = now;
    return now - this.#seenAt >= this.#endAfter;
  }
}
