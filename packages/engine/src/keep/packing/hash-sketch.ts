import type { BlobId } from "@unf/core/base";

/**
 * Which contents belong to a set, by the first 32 bits of their digests: four bytes each instead of
 * a hundred, and one in some ten thousand others is taken for a member.
 */
export class HashSketch {
  #words = new Uint32Array(1024);
  #length = 0;
  #isSorted = false;

  get size(): number {
    return this.#length;
  }

  add(hash: BlobId): void {
    if (this.#length === this.#words.length) {
      const larger = new Uint32Array(2 * this.#length);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#length] = wordOf(hash);
    this.#length += 1;
    this.#isSorted = false;
  }

  has(hash: BlobId): boolean {
    if (!this.#isSorted) this.#words.subarray(0, this.#length).sort();
    this.#isSorted = true;
    const word = wordOf(hash);
    let from = 0;
    for (let to = this.#length; from < to; ) {
      const middle = (from + to) >> 1;
      if ((this.#words[middle] ?? 0) < word) from = middle + 1;
      else to = middle;
    }
    return from < this.#length && this.#words[from] === word;
  }
}

function wordOf(hash: BlobId): number {
  return Number.parseInt(hash.slice(0, 8), 16);
}
