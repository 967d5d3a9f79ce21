import {
  type AbsPath,
  asStorageError,
  type Blob,
  type BlobId,
  systemCode,
  type WallMs,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Breathe, ObjectStore, Timeline } from "@unf/core/ports";
import type { CollectableStore } from "./collectable-store.ts";
import type { PackableStore } from "./packable-store.ts";
import { Uses } from "./uses.ts";

/**
 * The object store as all projects of one process share it. Remembers which objects are visible
 * but not yet durable, so that no row is committed on the strength of one that a power cut would
 * take away. What the disk refuses is thrown as `StorageError`.
 */
export class Contents {
  /** Contents that wait to be committed in this process, and therefore must not be collected. */
  readonly uses = new Uses((hash) => this.#volatile.has(hash) || this.#inboxed.has(hash));
  readonly #store: ObjectStore;
  /** Each with the number of its put: an object that is put again is another. */
  readonly #volatile = new Map<BlobId, number>();
  #puts = 0;
  /** Of these, the objects of their own. */
  readonly #volatileObjects = new Set<BlobId>();
  /** Objects whose one durable copy is in the inbox of that timeline. */
  readonly #inboxed = new Map<BlobId, Timeline>();
  /**
   * Objects of which a flush failed, as the system may have forgotten what it could not write; and
   * contents that a pack gave damaged, whose objects the next capture puts.
   */
  readonly #distrusted = new Set<BlobId>();
  /** Objects that are about to go, where `has` still finds them. */
  readonly #withheld = new Set<BlobId>();
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
    this.uses.note(blob.hash);
    this.#put(blob);
    if (!this.#inboxed.has(blob.hash)) this.#inboxed.set(blob.hash, timeline);
  }

  /** Puts a content that nothing else holds; `syncVolatile` must follow before a row names it. */
  putVolatile(blob: Blob): void {
    this.uses.note(blob.hash);
    if (this.#volatile.has(blob.hash)) return;
    this.#put(blob);
    this.#noteVolatile(blob.hash);
    this.#volatileObjects.add(blob.hash);
  }

  /** The same for one of many: it goes into a pack, unless it is too large for one. */
  putFresh(blob: Blob): void {
    if (blob.bytes.length > limits.pack.contentBytesMax) {
      this.putVolatile(blob);
      return;
    }
    this.uses.note(blob.hash);
    if (this.#volatile.has(blob.hash)) return;
    storing(() => this.#store.putFresh(blob));
    this.#isPutAnew(blob.hash);
    this.#noteVolatile(blob.hash);
  }

  #noteVolatile(hash: BlobId): void {
    this.#puts += 1;
    this.#volatile.set(hash, this.#puts);
  }

  /** Makes all that is volatile durable, unless none of `needed` is. */
  syncVolatile(needed: Iterable<BlobId> = this.#volatile.keys()): void {
    if (!this.#isAnyVolatile(needed)) return;
    storing(() => this.#store.endFresh());
    const hadObjects = this.#volatileObjects.size > 0;
    try {
      storing(() => this.#store.syncFresh());
      if (hadObjects) storing(() => this.#store.syncAll());
    } catch (thrown) {
      this.#loseVolatile();
      throw thrown;
    }
    this.#volatile.clear();
    this.#volatileObjects.clear();
    if (hadObjects) this.#inboxed.clear();
  }

  /** As `syncVolatile`, while everything else goes on; what is put meanwhile stays volatile. */
  async flushVolatile(): Promise<void> {
    if (this.#volatile.size === 0) return;
    const begun = [...this.#volatile];
    const hadObjects = this.#volatileObjects.size > 0;
    storing(() => this.#store.endFresh());
    try {
      await this.#store.flushFresh();
      if (hadObjects) await this.#store.flushAll();
    } catch (thrown) {
      this.#loseVolatile();
      throw asStorageError(thrown, "the object store");
    }
    for (const [hash, put] of begun) {
      if (this.#volatile.get(hash) === put) this.#forgetVolatile(hash);
    }
  }

  #forgetVolatile(hash: BlobId): void {
    this.#volatile.delete(hash);
    this.#volatileObjects.delete(hash);
  }

  #isAnyVolatile(hashes: Iterable<BlobId>): boolean {
    for (const hash of hashes) if (this.#volatile.has(hash)) return true;
    return false;
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
      this.#forgetVolatile(hash);
    }
  }

  /** True when the object stands there complete, durable or not. */
  stands(hash: BlobId, size: number): boolean {
    this.uses.note(hash);
    return !this.#isReplaced(hash) && this.#store.has(hash, size);
  }

  /**
   * Digest checked. What is found damaged is set aside, so that the next capture puts it anew; what
   * is found in the trash goes back to its place, as somebody needs it after all.
   */
  read(hash: BlobId): Uint8Array | undefined {
    this.uses.note(hash);
    const found = this.#store.get(hash);
    if (found.kind === "damaged") this.#try(() => this.setAside(hash));
    if (found.kind !== "found") return undefined;
    if (found.isTrashed) this.#try(() => this.#store.untrash(hash));
    return found.bytes;
  }

  /** Puts a content that was lost and makes it durable at once. */
  heal(blob: Blob): void {
    this.uses.note(blob.hash);
    this.#store.put(blob);
    this.#store.sync([blob.hash]);
    this.#inboxed.delete(blob.hash);
    this.#distrusted.delete(blob.hash);
  }

  /** Looks up the digest, the bytes read and checked. `trashed`: it is nowhere else. */
  examine(hash: BlobId): "found" | "trashed" | "missing" | "damaged" {
    const found = this.#store.get(hash);
    return found.kind === "found" && found.isTrashed ? "trashed" : found.kind;
  }

  /** Deletes contents that nothing refers to, wherever the store has them. Durable when it returns. */
  forget(hashes: readonly BlobId[]): void {
    for (const hash of hashes) {
      this.#inboxed.delete(hash);
      this.#forgetVolatile(hash);
      this.#distrusted.delete(hash);
    }
    this.#store.forget(hashes);
  }

  /**
   * Moves what stands under the digest into `lost+found/`. Where to; `undefined` when no object stood
   * there. A pack stays where it is, and is not relied on for this content any more.
   */
  setAside(hash: BlobId): AbsPath | undefined {
    this.#forgetVolatile(hash);
    const keptIn = this.#store.setAside(hash);
    if (keptIn === undefined) this.#distrusted.add(hash);
    return keptIn;
  }

  /** Saves what a damaged pack still gives. Where the pack was moved, if there was one. */
  salvagePack(name: string, breathe: Breathe): Promise<AbsPath | undefined> {
    return this.#store.salvagePack(name, breathe);
  }

  /** The store's side of packing, which takes an object away once a pack has its content. */
  get packable(): PackableStore {
    return this.#store;
  }

  /** The store's side of a collection. Nothing but this and packing may take objects away. */
  get collectable(): CollectableStore {
    return this.#store;
  }

  /**
   * From now on rows carry these contents along as if they did not stand there; what is captured
   * meanwhile is put anew. Until the result is disposed of.
   */
  withhold(hashes: readonly BlobId[]): Disposable {
    for (const hash of hashes) this.#withheld.add(hash);
    return {
      [Symbol.dispose]: () => {
        for (const hash of hashes) this.#withheld.delete(hash);
      },
    };
  }

  /** Removes what crashes left among the temporaries. How many there were. */
  removeLeftovers(before: WallMs): number {
    return this.#store.leftovers(before, "remove");
  }

  /** It stays where it is when the disk refuses, and reads as before; `unf verify` names it. */
  #try(move: () => void): void {
    try {
      move();
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown;
    }
  }

  #put(blob: Blob): void {
    if (!this.#isReplaced(blob.hash)) {
      storing(() => this.#store.put(blob));
      return;
    }
    storing(() => this.#store.replace(blob));
    this.#isPutAnew(blob.hash);
  }

  #isPutAnew(hash: BlobId): void {
    this.#distrusted.delete(hash);
    this.#withheld.delete(hash);
  }

  /** True while `withhold` holds for it and nobody has put it anew. */
  isWithheld(hash: BlobId): boolean {
    return this.#withheld.has(hash);
  }

  /** True for what must be put anew although something stands there. */
  #isReplaced(hash: BlobId): boolean {
    return this.#distrusted.has(hash) || this.#withheld.has(hash);
  }

  /** No row names a volatile object yet, and what an inbox holds besides is put again from there. */
  #loseVolatile(): void {
    const lost = [...this.#volatileObjects];
    this.#losses += 1;
    for (const hash of this.#volatile.keys()) this.#distrusted.add(hash);
    this.#volatile.clear();
    this.#volatileObjects.clear();
    try {
      this.#store.discard(lost);
      this.#store.abandonFresh();
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
