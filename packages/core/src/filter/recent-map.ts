/**
 * A map that keeps what was used lately: entries that weigh at most `limit` together, or one that
 * weighs more, and always those used last, up to half the limit. Two generations instead of a list
 * in order of use, so a hit costs one lookup.
 */
export class RecentMap<V extends object> {
  readonly #half: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  /** `limit`: at least 2. `weigh`: at least 1; what an entry weighs, 1 each unless given. */
  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#half = Math.max(1, Math.floor(limit / 2));
    this.#weigh = weigh;
  }

  get size(): number {
    let size = this.#young.size;
    for (const key of this.#old.keys()) if (!this.#young.has(key)) size += 1;
    return size;
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: V): void {
    const weight = this.#weigh(value);
    if (this.#weight + weight > this.#half && this.#young.size > 0) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#weight = 0;
    }
    this.#young.set(key, value);
    this.#weight += weight;
  }

  /** Drops every entry whose key is `matching`. */
  drop(matching: (key: string) => boolean): void {
    for (const generation of [this.#young, this.#old]) {
      for (const key of generation.keys()) if (matching(key)) generation.delete(key);
    }
  }
}
