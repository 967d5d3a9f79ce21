/** How many ended watches are remembered at least. */
const remembered = 4096;

/**
 * Numbers of watches that were removed, whose late events are no surprise. The kernel closes a
 * removed watch with `IN_IGNORED`, but an event that was under way on another processor may still
 * come after it, so a watch is remembered for a while longer. Numbers are not used again.
 */
export class RetiredWatches {
  /** Removed; `IN_IGNORED` has not been read yet. */
  #waiting = new Set<number>();
  /** `IN_IGNORED` has been read, or may have been lost; two generations, to forget the older. */
  #ended = new Set<number>();
  #endedEarlier = new Set<number>();

  /** The watch has been removed by us. */
  add(watch: number): void {
    this.#waiting.add(watch);
  }

  has(watch: number): boolean {
    return this.#waiting.has(watch) || this.#ended.has(watch) || this.#endedEarlier.has(watch);
  }

  /** The watch's `IN_IGNORED` has been read. */
  end(watch: number): void {
    this.#waiting.delete(watch);
    this.#ended.add(watch);
    if (this.#ended.size < remembered) return;
    this.#endedEarlier = this.#ended;
    this.#ended = new Set();
  }

  /** Events were lost: `IN_IGNORED` of any removed watch may be among them. */
  endAll(): void {
    for (const watch of this.#waiting) this.end(watch);
  }
}
