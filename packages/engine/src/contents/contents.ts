import {
  type AbsPath,
  asStorageError,
  type Blob,
  type BlobId,
  type RelPath,
  systemCode,
  type WallMs,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Breathe, ObjectStore, Timeline } from "@unf/core/ports";
import type { CollectableStore } from "./collectable-store.ts";
import type { PackableStore } from "./packable-store.ts";
import { Uses } from "./uses.ts";
import { Volatile } from "./volatile.ts";

/** Where a content is that no store has yet. `path`: of a file that had it. */
export interface Inboxed {
  readonly timeline: Timeline;
  readonly path: RelPath;
}

/**
 * The object store as all projects of one process share it. Remembers which objects are visible
 * but not yet durable, so that no row is committed on the strength of one that a power cut would
 * take away. What the disk refuses is thrown as `StorageError`.
 */
export class Contents {
  /** Contents that wait to be committed in this process, and therefore must not be collected. */
  readonly uses = new Uses((hash) => this.#volatile.has(hash) || this.#inboxed.has(hash));
  readonly #store: ObjectStore;
  readonly #volatile = new Volatile();
  /** Contents whose one durable copy is in the inbox of a timeline. */
  readonly #inboxed = new Map<BlobId, Inboxed>();
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
    const inboxed = this.#inboxed.get(hash);
    if (inboxed !== undefined) {
      this.uses.note(hash);
      return inboxed.timeline === timeline && !this.#isReplaced(hash);
    }
    return !this.#volatile.has(hash) && this.stands(hash, size);
  }

  /** From now on the content counts as there: it was committed to the inbox of that timeline. */
  noteInboxed(hash: BlobId, inboxed: Inboxed): void {
    this.uses.note(hash);
    if (!this.#inboxed.has(hash)) this.#inboxed.set(hash, inboxed);
  }

  /** The inbox that has the only durable copy of a content; `undefined` where this process knows of none. */
  inboxOf(hash: BlobId): Inboxed | undefined {
    return this.#inboxed.get(hash);
  }

  /** Puts a content as an object that something else holds; `sync` must follow before that lets go of it. */
  put(blob: Blob): void {
    this.uses.note(blob.hash);
    this.#put(blob);
  }

  /** A pack has these contents for good, so that the inbox may forget them. */
  packed(hashes: readonly BlobId[]): void {
    for (const hash of hashes) {
      this.#inboxed.delete(hash);
      this.#distrusted.delete(hash);
    }
  }

  /** Puts a content that nothing else holds; `syncVolatile` must follow before a row names it. */
  putVolatile(blob: Blob): void {
    this.uses.note(blob.hash);
    if (this.#volatile.has(blob.hash)) return;
    this.#put(blob);
    this.#volatile.add(blob.hash, "object");
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
    this.#volatile.add(blob.hash, "pack");
  }

  /** Makes all that is volatile durable, unless none of `needed` is. */
  syncVolatile(needed: Iterable<BlobId> = this.#volatile.keys()): void {
    if (!this.#volatile.hasAny(needed)) return;
    storing(() => this.#store.endFresh());
    try {
      storing(() => this.#store.syncFresh());
      if (this.#volatile.objects.size > 0) storing(() => this.#store.syncAll());
    } catch (thrown) {
      this.#loseVolatile();
      throw thrown;
    }
    this.#volatile.clear();
  }

  /** As `syncVolatile`, while everything else goes on; what is put meanwhile stays volatile. */
  async flushVolatile(): Promise<void> {
    if (this.#volatile.size === 0) return;
    const flushed = this.#volatile.begin();
    const hadObjects = this.#volatile.objects.size > 0;
    storing(() => this.#store.endFresh());
    try {
      await this.#store.flushFresh();
      if (hadObjects) await this.#store.flushAll();
    } catch (thrown) {
      this.#loseVolatile();
      throw asStorageError(thrown, "the object store");
    }
    flushed();
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
      this.#volatile.delete(hash);
      this.#distrusted.delete(hash);
    }
    this.#store.forget(hashes);
  }

  /**
   * Moves what stands under the digest into `lost+found/`. Where to; `undefined` when no object stood
   * there. A pack stays where it is, and is not relied on for this content any more.
   */
  setAside(hash: BlobId): AbsPath | undefined {
    this.#volatile.delete(hash);
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
    const lost = [...this.#volatile.objects];
    this.#losses += 1;
    for (const hash of this.#volatile.keys()) this.#distrusted.add(hash);
    this.#volatile.clear();
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
