/** So many checks in a row without anything to record: a minute. */
const calmChecks = 4;

/**
 * Gives memory back once after each stretch of work, when a minute has passed in which nothing was to be
 * recorded. V8 collects when it needs room, and an idle program needs none: what a start or a storm
 * has left would stay for good.
 */
export class Thrift {
  readonly #giveBack: () => void;
  #calm = 0;

  constructor(giveBack: () => void) {
    this.#giveBack = giveBack;
  }

  /** Called every 15 s. */
  look(isCalm: boolean): void {
    this.#calm = isCalm ? this.#calm + 1 : 0;
    if (this.#calm === calmChecks) this.#giveBack();
  }
}
