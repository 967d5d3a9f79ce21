import type { BlobId } from "@unf/core/base";

/** Beyond this many no use is noted singly any more: everything counts as used. */
const notedMax = 50_000;

/**
 * Which contents are relied on in this process by rows that no timeline holds yet.
 *
 * Between the moment at which a capture decides that an object need not be written again and the
 * commit of its row, nothing on disk says that the object is needed. Whoever may take objects away
 * asks here, in the same turn in which it does so.
 */
export class Uses {
  readonly #isHeld: (hash: BlobId) => boolean;
  readonly #sources = new Set<() => Iterable<BlobId>>();
  readonly #watches = new Set<Set<BlobId>>();

  /** `isHeld`: true for objects that are visible and not yet durable. */
  constructor(isHeld: (hash: BlobId) => boolean) {
    this.#isHeld = isHeld;
  }

  /** `list` names the contents of the rows that wait, whenever it is asked. */
  add(list: () => Iterable<BlobId>): Disposable {
    this.#sources.add(list);
    return { [Symbol.dispose]: () => void this.#sources.delete(list) };
  }

  /** Somebody found the content in the store, or put it there. */
  note(hash: BlobId): void {
    for (const noted of this.#watches) if (noted.size <= notedMax) noted.add(hash);
  }

  /** Notes every use from now on: those are used, too, of rows committed to whatever timeline. */
  watch(): UseWatch {
    const noted = new Set<BlobId>();
    this.#watches.add(noted);
    const isNoted = (hash: BlobId) => noted.size > notedMax || noted.has(hash);
    return {
      isNoted,
      now: () => {
        const waiting = new Set<BlobId>();
        for (const list of this.#sources) for (const hash of list()) waiting.add(hash);
        return (hash) => isNoted(hash) || waiting.has(hash) || this.#isHeld(hash);
      },
      [Symbol.dispose]: () => void this.#watches.delete(noted),
    };
  }
}

export interface UseWatch extends Disposable {
  /** True when somebody found the content or put it since the watch began. */
  isNoted(hash: BlobId): boolean;
  /** Tells which contents are used. Holds only until anything else has its turn. */
  now(): (hash: BlobId) => boolean;
}
