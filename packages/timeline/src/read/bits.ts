/** Some of the numbers from 0 up to one. */
export class Bits {
  readonly #bytes: Uint8Array;
  isEmpty = true;

  constructor(most: number) {
    this.#bytes = new Uint8Array((most >> 3) + 1);
  }

  add(numbers: Iterable<number>): void {
    for (const number of numbers) {
      this.isEmpty = false;
      this.#bytes[number >> 3] = (this.#bytes[number >> 3] ?? 0) | (1 << (number & 7));
    }
  }

  has(number: number): boolean {
    return ((this.#bytes[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}
