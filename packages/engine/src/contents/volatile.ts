import type { BlobId } from "@unf/core/base";

/** Contents that are visible but not yet durable, and that nothing else holds. */
export class Volatile {
  /** Each with the number of its put: one that is put again is another. */
  readonly #puts = new Map<BlobId, number>();
  #count = 0;
  /** Of these, the objects of their own; the others are in packs. */
  readonly #objects = new Set<BlobId>();

  get size(): number {
    return this.#puts.size;
  }

  /** Objects of their own. */
  get objects(): ReadonlySet<BlobId> {
    return this.#objects;
  }

  has(hash: BlobId): boolean {
    return this.#puts.has(hash);
  }

  hasAny(hashes: Iterable<BlobId>): boolean {
    for (const hash of hashes) if (this.#puts.has(hash)) return true;
    return false;
  }

  keys(): Iterable<BlobId> {
    return this.#puts.keys();
  }

  add(hash: BlobId, where: "object" | "pack"): void {
    this.#count += 1;
    this.#puts.set(hash, this.#count);
    if (where === "object") this.#objects.add(hash);
  }

  delete(hash: BlobId): void {
    this.#puts.delete(hash);
    this.#objects.delete(hash);
  }

  clear(): void {
    this.#puts.clear();
    this.#objects.clear();
  }

  /** To be called once all is durable that was put until now: what is put meanwhile stays. */
  begin(): () => void {
    const begun = [...this.#puts];
    return () => {
      for (const [hash, put] of begun) if (this.#puts.get(hash) === put) this.delete(hash);
    };
  }
}
