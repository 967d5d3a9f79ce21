import {
  type AbsPath,
  asStorageError,
  type Blob,
  type BlobId,
  type ObjectStore,
  systemCode,
  type Timeline,
  type WallMs,
} from "@unf/core";

/**
 * The object store as all projects of one process share it. Remembers which objects are visible
 * but not yet durable, so that no row is committed on the strength of one that a power cut would
 * take away. What the disk refuses is thrown as `StorageError`.
 */
export class Contents {
  readonly #store: ObjectStore;
  readonly #volatile = new Set<BlobId>();
  /** Objects whose one durable copy is in the inbox of that timeline. */
  readonly #inboxed = new Map<BlobId, Timeline>();
  /** Objects of which a flush failed: the system may have forgotten what it could not write. */
  readonly #distrusted = new Set<BlobId>();
  #losses = 0;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /**
   * How often objects put by `putVolatile` were lost to a failed flush. Whoever put some before the
   * number rose must not commit rows that name them.
   */
  get losses(): number {
    return this.#losses;
  }

  /** True when a row of this timeline may refer to the content without carrying it along. */
  isDurable(hash: BlobId, size: number, timeline: Timeline): boolean {
    const owner = this.#inboxed.get(hash) ?? timeline;
    return owner === timeline && !this.#volatile.has(hash) && this.stands(hash, size);
  }

  /** Puts a content whose durable copy is already in the timeline's inbox. */
  putInboxed(blob: Blob, timeline: Timeline): void {
    this.#put(blob);
    if (!this.#inboxed.has(blob.hash)) this.#inboxed.set(blob.hash, timeline);
  }

  /** Puts a content that nothing else holds; `syncVolatile` must follow before a row names it. */
  putVolatile(blob: Blob): void {
    if (this.#volatile.has(blob.hash)) return;
    this.#put(blob);
    this.#volatile.add(blob.hash);
  }

  syncVolatile(): void {
    if (this.#volatile.size === 0) return;
    try {
      storing(() => this.#store.syncAll());
    } catch (thrown) {
      this.#loseVolatile();
      throw thrown;
    }
    this.#volatile.clear();
    this.#inboxed.clear();
  }

  /** Makes objects of an inbox durable so that the inbox may forget them. */
  sync(hashes: readonly BlobId[]): void {
    try {
      storing(() => this.#store.sync(hashes));
    } catch (thrown) {
      // A second flush of the same files could succeed without having written them.
      for (const hash of hashes) this.#distrusted.add(hash);
      throw thrown;
    }
    for (const hash of hashes) {
      this.#inboxed.delete(hash);
      this.#volatile.delete(hash);
    }
  }

  /** True when the object stands there complete, durable or not. */
  stands(hash: BlobId, size: number): boolean {
    return !this.#distrusted.has(hash) && this.#store.has(hash, size);
  }

  /** Digest checked. What is found damaged is set aside, so that the next capture puts it anew. */
  read(hash: BlobId): Uint8Array | undefined {
    const found = this.#store.get(hash);
    if (found.kind === "found") return found.bytes;
    if (found.kind === "damaged") this.#trySetAside(hash);
    return undefined;
  }

  /** Puts a content that was lost and makes it durable at once. */
  heal(blob: Blob): void {
    this.#store.put(blob);
    this.#store.sync([blob.hash]);
    this.#inboxed.delete(blob.hash);
  }

  /** What stands under the digest, its bytes read and checked. */
  examine(hash: BlobId): "found" | "missing" | "damaged" {
    return this.#store.get(hash).kind;
  }

  /** Moves what stands under the digest into `lost+found/`. Where to, if anything stood there. */
  setAside(hash: BlobId): AbsPath | undefined {
    this.#volatile.delete(hash);
    return this.#store.setAside(hash);
  }

  /** Removes what crashes left among the temporaries. How many there were. */
  removeLeftovers(before: WallMs): number {
    return this.#store.leftovers(before, "remove");
  }

  #trySetAside(hash: BlobId): void {
    try {
      this.setAside(hash);
    } catch (thrown) {
      // It stays where it is and reads as lost, as before; `unf verify` names it.
      if (systemCode(thrown) === undefined) throw thrown;
    }
  }

  #put(blob: Blob): void {
    if (!this.#distrusted.has(blob.hash)) {
      storing(() => this.#store.put(blob));
      return;
    }
    storing(() => this.#store.replace(blob));
    this.#distrusted.delete(blob.hash);
  }

  /** No row names a volatile object yet, and what an inbox holds besides is put again from there. */
  #loseVolatile(): void {
    const lost = [...this.#volatile];
    this.#losses += 1;
    this.#volatile.clear();
    for (const hash of lost) this.#distrusted.add(hash);
    try {
      this.#store.discard(lost);
    } catch (thrown) {
      // They stay distrusted, and are replaced before a row names one.
      void thrown;
    }
  }
}

function storing<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw asStorageError(thrown, "the object store");
  }
}
