import type { Blob, BlobId, ObjectStore, Timeline } from "@unf/core";

/**
 * The object store as all projects of one process share it. Remembers which objects are visible
 * but not yet durable, so that no row is committed on the strength of one that a power cut would
 * take away.
 */
export class Contents {
  readonly #store: ObjectStore;
  readonly #volatile = new Set<BlobId>();
  /** Objects whose one durable copy is in the inbox of that timeline. */
  readonly #inboxed = new Map<BlobId, Timeline>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** True when a row of this timeline may refer to the content without carrying it along. */
  isDurable(hash: BlobId, size: number, timeline: Timeline): boolean {
    const owner = this.#inboxed.get(hash) ?? timeline;
    return owner === timeline && !this.#volatile.has(hash) && this.#store.has(hash, size);
  }

  /** Puts a content whose durable copy is already in the timeline's inbox. */
  putInboxed(blob: Blob, timeline: Timeline): void {
    this.#store.put(blob);
    if (!this.#inboxed.has(blob.hash)) this.#inboxed.set(blob.hash, timeline);
  }

  /** Puts a content that nothing else holds; `syncVolatile` must follow before a row names it. */
  putVolatile(blob: Blob): void {
    if (this.#volatile.has(blob.hash)) return;
    this.#store.put(blob);
    this.#volatile.add(blob.hash);
  }

  syncVolatile(): void {
    if (this.#volatile.size === 0) return;
    this.#store.syncAll();
    this.#volatile.clear();
    this.#inboxed.clear();
  }

  /** Makes objects of an inbox durable so that the inbox may forget them. */
  sync(hashes: readonly BlobId[]): void {
    this.#store.sync(hashes);
    for (const hash of hashes) this.#inboxed.delete(hash);
  }

  /** True when the object stands there complete, durable or not. */
  stands(hash: BlobId, size: number): boolean {
    return this.#store.has(hash, size);
  }

  read(hash: BlobId): Uint8Array | undefined {
    const found = this.#store.get(hash);
    return found.kind === "found" ? found.bytes : undefined;
  }
}
