import type { MonoMs } from "@unf/core/base";

interface Due<Key> {
  readonly at: MonoMs;
  readonly key: Key;
}

/**
 * Keys ordered by when they are due: a binary heap. A key may be queued again with another time;
 * the owner ignores the entries that are out of date, which is cheaper than finding them.
 */
export class DueQueue<Key> {
  readonly #heap: Due<Key>[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(at: MonoMs, key: Key): void {
    const heap = this.#heap;
    heap.push({ at, key });
    let child = heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.#at(parent) <= this.#at(child)) return;
      this.#swap(parent, child);
      child = parent;
    }
  }

  peek(): Due<Key> | undefined {
    return this.#heap[0];
  }

  pop(): Due<Key> | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    let parent = 0;
    for (;;) {
      const left = parent * 2 + 1;
      if (left >= heap.length) return first;
      const child = left + 1 < heap.length && this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(parent) <= this.#at(child)) return first;
      this.#swap(parent, child);
      parent = child;
    }
  }

  clear(): void {
    this.#heap.length = 0;
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const kept = heap[a] as Due<Key>;
    heap[a] = heap[b] as Due<Key>;
    heap[b] = kept;
  }
}
